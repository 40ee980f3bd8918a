package tidemark.operators.aggregate;

import java.util.List;

/** Finds the variant of one function for the arguments of a call. */
interface Resolver {
  /**
   * The function, or why there is none.
   *
   * @param name the first name of the function
   * @param arguments as many as the function takes
   */
  Answer resolve(String name, List<AggregateArgument> arguments);
}
