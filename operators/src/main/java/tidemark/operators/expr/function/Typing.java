package tidemark.operators.expr.function;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Expression;
import tidemark.operators.types.DataType;

/** What a function makes of its arguments' types. */
public sealed interface Typing {
  /**
   * The call is fine.
   *
   * @param argumentTypes the types that the arguments are cast to
   */
  record Fits(List<DataType> argumentTypes, DataType type, boolean nullable) implements Typing {
    public Fits {
      argumentTypes = List.copyOf(argumentTypes);
    }
  }

  /**
   * The arguments do not fit.
   *
   * @param reason the end of a sentence, if there is more to say than the signature says
   */
  record Unfit(Optional<String> reason) implements Typing {}

  /** The rule by which a function types its arguments. */
  @FunctionalInterface
  interface Rule {
    Typing apply(List<Expression> arguments);
  }

  static Typing fits(List<DataType> argumentTypes, DataType type, List<Expression> arguments) {
    return new Fits(argumentTypes, type, arguments.stream().anyMatch(Expression::nullable));
  }

  /** All arguments are brought to one type. */
  static Typing fitsAll(DataType argumentType, DataType type, List<Expression> arguments) {
    return fits(Collections.nCopies(arguments.size(), argumentType), type, arguments);
  }

  static Typing unfit() {
    return new Unfit(Optional.empty());
  }

  static Typing unfit(String reason) {
    return new Unfit(Optional.of(reason));
  }
}
