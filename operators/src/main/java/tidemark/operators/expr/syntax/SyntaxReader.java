package tidemark.operators.expr.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Place;
import tidemark.operators.types.DataType;

/** Reads the text of an expression or a type. */
public final class SyntaxReader {
  private static final int MAX_CODE_POINTS = 100_000;
  private static final int MAX_DEPTH = 100;
  private static final int MAX_TREE_DEPTH = 500;

  private SyntaxReader() {}

  /** The tree of an expression; empty if a syntax error was reported. */
  public static Optional<Syntax> expression(String text, ExpressionErrors errors) {
    SyntaxErrors found = new SyntaxErrors(errors);
    return parser(text, found)
        .flatMap(
            parser -> {
              SparkExpressionParser.SingleContext tree = parser.single();
              if (found.any() || !lowEnough(tree, found)) {
                return Optional.empty();
              }
              Syntax syntax = new TreeBuilder(found).build(tree.expression());
              return found.any() ? Optional.empty() : Optional.of(syntax);
            });
  }

  /** The data type that the DDL text names; empty if an error was reported. */
  public static Optional<DataType> type(String text, ExpressionErrors errors) {
    SyntaxErrors found = new SyntaxErrors(errors);
    return parser(text, found)
        .flatMap(
            parser -> {
              SparkExpressionParser.SingleTypeContext tree = parser.singleType();
              return found.any()
                  ? Optional.empty()
                  : Optional.of(tree.dataType()).flatMap(new TypeReader(errors)::read);
            });
  }

  private static Optional<SparkExpressionParser> parser(String text, SyntaxErrors errors) {
    if (text.isBlank()) {
      errors.report(new Place(0, 1), "the text is empty", Optional.empty());
      return Optional.empty();
    }
    if (text.length() > MAX_CODE_POINTS) {
      errors.report(
          new Place(0, 1),
          "the text is longer than " + MAX_CODE_POINTS + " characters",
          Optional.of("split it over several columns"));
      return Optional.empty();
    }
    SparkExpressionLexer lexer = new SparkExpressionLexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    lexer.addErrorListener(errors);
    CommonTokenStream tokens = new CommonTokenStream(lexer);
    tokens.fill();
    if (!shallow(tokens, errors)) {
      return Optional.empty();
    }
    SparkExpressionParser parser = new SparkExpressionParser(tokens);
    parser.removeErrorListeners();
    parser.addErrorListener(errors);
    return Optional.of(parser);
  }

  private static boolean shallow(CommonTokenStream tokens, SyntaxErrors errors) {
    int depth = 0;
    for (Token token : tokens.getTokens()) {
      String text = token.getText();
      if (text.equals("(") || text.equals("[") || token.getType() == SparkExpressionLexer.CASE) {
        depth++;
      } else if (text.equals(")")
          || text.equals("]")
          || token.getType() == SparkExpressionLexer.END) {
        depth--;
      }
      if (depth > MAX_DEPTH) {
        errors.report(
            SyntaxErrors.place(token),
            "the expression is nested more than " + MAX_DEPTH + " levels deep",
            Optional.of("split it over several columns"));
        return false;
      }
    }
    return true;
  }

  /** Walks without recursion, so that no text can exhaust the stack of what follows. */
  private static boolean lowEnough(ParserRuleContext tree, SyntaxErrors errors) {
    List<ParserRuleContext> level = List.of(tree);
    for (int depth = 0; !level.isEmpty(); depth++) {
      if (depth > MAX_TREE_DEPTH) {
        errors.report(
            place(level.get(0)),
            "the expression has more than " + MAX_TREE_DEPTH + " operations inside each other",
            Optional.of("split it over several columns; a long list of values fits into IN (…)"));
        return false;
      }
      List<ParserRuleContext> next = new ArrayList<>();
      for (ParserRuleContext context : level) {
        next.addAll(context.getRuleContexts(ParserRuleContext.class));
      }
      level = next;
    }
    return true;
  }

  static Place place(ParserRuleContext context) {
    Place start = SyntaxErrors.place(context.getStart());
    return context.getStop() == null ? start : start.to(SyntaxErrors.place(context.getStop()));
  }
}
