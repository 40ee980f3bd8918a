package tidemark.operators.expr;

import java.util.List;
import java.util.Set;
import tidemark.operators.types.DataType;

/** The aggregate functions that a compiler knows. */
public interface AggregateResolver {
  /** No aggregate at all. */
  AggregateResolver NONE =
      new AggregateResolver() {
        @Override
        public Set<String> names() {
          return Set.of();
        }

        @Override
        public Resolution resolve(String name, List<Expression> arguments, boolean distinct) {
          return new Resolution.Refused(name + "()", "there is no such aggregate");
        }
      };

  /** All names, aliases too, in lower case. */
  Set<String> names();

  /**
   * Types a call.
   *
   * @param name one of {@link #names}
   * @param arguments typed row expressions; empty for {@code count(*)}
   */
  Resolution resolve(String name, List<Expression> arguments, boolean distinct);

  /** What a call comes to. */
  sealed interface Resolution {
    /**
     * The call is fine.
     *
     * @param function the function's first name, so that aliases are one
     * @param argumentTypes the types that the arguments are cast to
     */
    record Resolved(String function, List<DataType> argumentTypes, DataType type, boolean nullable)
        implements Resolution {
      public Resolved {
        argumentTypes = List.copyOf(argumentTypes);
      }
    }

    /**
     * The arguments do not fit.
     *
     * @param signature what the function takes, as a user would write it
     * @param message why, as the end of a sentence
     */
    record Refused(String signature, String message) implements Resolution {}
  }
}
