package tidemark.operators.expr.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Place;

/** Says in plain words what was met and what could stand there; only the first error counts. */
final class SyntaxErrors extends BaseErrorListener {
  private static final String OPERAND =
      "a column, a literal, a function call or `(` can stand here";
  private static final Pattern AWAITS_OPERAND =
      Pattern.compile("[-+*/%=<>!|^&~(,]+|AND|OR|NOT|R?LIKE|ILIKE", Pattern.CASE_INSENSITIVE);

  private final ExpressionErrors errors;
  private boolean reported;

  SyntaxErrors(ExpressionErrors errors) {
    this.errors = errors;
  }

  boolean any() {
    return reported;
  }

  void report(Place place, String message, Optional<String> hint) {
    if (!reported) {
      reported = true;
      errors.error(Code.TM301, place, message, hint);
    }
  }

  /** Reports a construct that is understood but cannot be run. */
  void unsupported(Place place, String message, String hint) {
    if (!reported) {
      reported = true;
      errors.error(Code.TM312, place, message, Optional.of(hint));
    }
  }

  /** A listener whose reports count as this one's. */
  ExpressionErrors direct() {
    return (code, place, message, hint) -> {
      reported = true;
      errors.error(code, place, message, hint);
    };
  }

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object offendingSymbol,
      int line,
      int column,
      String ignored,
      RecognitionException cause) {
    if (!(offendingSymbol instanceof Token token) || !(recognizer instanceof Parser parser)) {
      report(new Place(column, 1), "the text cannot be read here", Optional.empty());
      return;
    }
    Token met =
        cause != null && cause.getOffendingToken() != null ? cause.getOffendingToken() : token;
    Optional<SqlForms.Form> form = SqlForms.in(upTo(parser, met));
    if (form.isPresent()) {
      unsupported(form.get().place(), form.get().message(), form.get().wayOut());
      return;
    }
    switch (met.getType()) {
      case SparkExpressionLexer.UNCLOSED_STRING ->
          report(
              place(met),
              "the string that begins here is never closed",
              Optional.of("add the closing " + met.getText().charAt(0)));
      case SparkExpressionLexer.UNCLOSED_NAME ->
          report(
              place(met),
              "the quoted name that begins here is never closed",
              Optional.of("add the closing `"));
      default ->
          report(
              place(met),
              "%s cannot stand here".formatted(shown(met)),
              cause instanceof NoViableAltException ahead && ahead.getStartToken() != met
                  ? wantedAhead(parser, met)
                  : wanted(parser, met));
    }
  }

  private static Optional<String> wanted(Parser parser, Token met) {
    if (met.getText().equals(";")) {
      return Optional.of("an expression ends without `;`");
    }
    if (met.getText().equals("&")) {
      return Optional.of("for both conditions write `AND`");
    }
    IntervalSet expected = parser.getExpectedTokens();
    List<String> words = new ArrayList<>();
    if (expected.contains(SparkExpressionLexer.INTEGER)
        && expected.contains(SparkExpressionLexer.IDENTIFIER)) {
      return Optional.of(OPERAND);
    }
    if (expected.contains(Token.EOF)) {
      return Optional.of("an operator such as `+`, `=` or `AND`, or the end, can stand here");
    }
    if (expected.contains(SparkExpressionLexer.IDENTIFIER)) {
      words.add("a name");
    }
    for (int type : expected.toList()) {
      String word = word(parser, type);
      if (!word.isEmpty() && words.size() < 6 && !isSoft(type, expected)) {
        words.add(word);
      }
    }
    if (expected.contains(parser.getTokenType("','")) || words.isEmpty()) {
      words.add("an operator");
    }
    return Optional.of(joined(words) + " can stand here");
  }

  /**
   * What could stand where a decision failed that began some tokens before: the parser still stands
   * at its beginning, so the token in front tells.
   */
  private static Optional<String> wantedAhead(Parser parser, Token met) {
    if (met.getText().equals("&")) {
      return wanted(parser, met);
    }
    List<String> before = new ArrayList<>();
    upTo(parser, met).forEach(token -> before.add(token.getText()));
    before.remove(before.size() - 1);
    if (!before.isEmpty() && AWAITS_OPERAND.matcher(before.get(before.size() - 1)).matches()) {
      return Optional.of(OPERAND);
    }
    return met.getType() == Token.EOF
            && Collections.frequency(before, "(") > Collections.frequency(before, ")")
        ? Optional.of("add the closing `)`")
        : Optional.empty();
  }

  /** The tokens that count up to one, itself included. */
  private static List<Token> upTo(Parser parser, Token last) {
    return IntStream.rangeClosed(0, last.getTokenIndex())
        .mapToObj(parser.getTokenStream()::get)
        .filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL)
        .toList();
  }

  private static boolean isSoft(int type, IntervalSet expected) {
    return expected.contains(SparkExpressionLexer.IDENTIFIER)
        && type != SparkExpressionLexer.STRING
        && type != SparkExpressionLexer.INTEGER;
  }

  private static String word(Parser parser, int type) {
    String literal = parser.getVocabulary().getLiteralName(type);
    if (literal != null && literal.length() > 2) {
      String bare = literal.substring(1, literal.length() - 1);
      boolean operator =
          !bare.equals("(")
              && !bare.equals(")")
              && !bare.equals(",")
              && !Character.isLetter(bare.charAt(0));
      return operator ? "" : "`" + bare + "`";
    }
    return switch (type) {
      case SparkExpressionLexer.STRING -> "a string";
      case SparkExpressionLexer.INTEGER -> "a whole number";
      default -> "";
    };
  }

  private static String joined(List<String> words) {
    if (words.size() == 1) {
      return words.get(0);
    }
    return String.join(", ", words.subList(0, words.size() - 1))
        + " or "
        + words.get(words.size() - 1);
  }

  private static String shown(Token token) {
    return token.getType() == Token.EOF ? "the end of the text" : "`" + token.getText() + "`";
  }

  static Place place(Token token) {
    return new Place(
        Math.max(0, token.getStartIndex()),
        token.getType() == Token.EOF ? 1 : token.getStopIndex() - token.getStartIndex() + 1);
  }
}
