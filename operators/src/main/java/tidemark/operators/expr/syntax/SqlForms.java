package tidemark.operators.expr.syntax;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.antlr.v4.runtime.Token;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.function.LeftOut;

/** Forms of SQL that expressions do not have, recognised where the text stops to be one. */
final class SqlForms {
  private static final Set<String> WINDOWS = Set.of("window", "session_window");

  private SqlForms() {}

  /**
   * A form that was met.
   *
   * @param place where it begins
   */
  record Form(Place place, String message, String wayOut) {}

  /**
   * The form that explains a syntax error.
   *
   * @param tokens those of the text up to the one that cannot stand there, that one included
   */
  static Optional<Form> in(List<Token> tokens) {
    return subquery(tokens).or(() -> window(tokens));
  }

  private static Optional<Form> subquery(List<Token> tokens) {
    return afterBracket(tokens)
        .filter(token -> token.getText().equalsIgnoreCase("select"))
        .map(
            select ->
                new Form(
                    SyntaxErrors.place(select),
                    "an expression has no subquery: it sees one row",
                    "to keep the rows that another source has, too, write a `join` step with"
                        + " `type: left_semi`; to read values of it, a `join` or `lookup` step"))
        .findFirst();
  }

  private static Stream<Token> afterBracket(List<Token> tokens) {
    return IntStream.range(1, tokens.size())
        .filter(i -> tokens.get(i - 1).getText().equals("("))
        .mapToObj(tokens::get);
  }

  /** {@code window(ts, 1 hour)}: a length without {@code INTERVAL}. */
  private static Optional<Form> window(List<Token> tokens) {
    int met = tokens.size() - 1;
    if (met < 1 || tokens.get(met - 1).getType() != SparkExpressionLexer.INTEGER) {
      return Optional.empty();
    }
    return IntStream.range(0, met)
        .filter(i -> tokens.get(i + 1).getText().equals("("))
        .mapToObj(tokens::get)
        .filter(token -> WINDOWS.contains(token.getText().toLowerCase(Locale.ROOT)))
        .findFirst()
        .map(
            call -> {
              LeftOut leftOut = LeftOut.find("window").orElseThrow();
              return new Form(
                  SyntaxErrors.place(call), leftOut.message(call.getText()), leftOut.wayOut());
            });
  }
}
