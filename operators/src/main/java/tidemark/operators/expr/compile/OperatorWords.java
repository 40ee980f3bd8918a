package tidemark.operators.expr.compile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.SimpleType;

/** How operators are named in messages. */
final class OperatorWords {
  private OperatorWords() {}

  static String of(String operator) {
    return switch (operator) {
      case "negative", "positive" -> operator.equals("negative") ? "`-`" : "`+`";
      case "isboolean" -> "IS UNKNOWN";
      case "[]" -> "`[…]`";
      case "concat" -> "`||`";
      default ->
          Character.isLetter(operator.charAt(0))
              ? operator.toUpperCase(Locale.ROOT)
              : "`" + operator + "`";
    };
  }

  static Optional<String> hint(String operator, List<Expression> operands) {
    boolean text = operands.stream().anyMatch(o -> o.type() == SimpleType.STRING);
    if (operator.equals("+") && text) {
      return Optional.of("`||` joins strings; cast them to add numbers");
    }
    if (operator.equals("and") || operator.equals("or") || operator.equals("not")) {
      return Optional.of("both sides must be conditions");
    }
    boolean instants = operands.stream().anyMatch(o -> Coercion.isDatetime(o.type()));
    if (instants && operands.stream().anyMatch(o -> o.type().isNumeric())) {
      return Optional.of("write an interval, for example INTERVAL 5 MINUTES");
    }
    return operands.size() > 1
        ? Optional.of("cast one side to the type of the other")
        : Optional.empty();
  }
}
