package tidemark.operators.aggregate;

import java.util.List;

/**
 * A function of the catalogue.
 *
 * @param names its name, then its aliases
 * @param signature what it takes, as a user would write it
 * @param meaning one line
 * @param least the fewest arguments it takes
 * @param most the most
 */
record FunctionEntry(
    List<String> names, String signature, String meaning, int least, int most, Resolver resolver) {
  FunctionEntry {
    names = List.copyOf(names);
  }

  /** A function that takes exactly so many arguments. */
  static FunctionEntry of(
      List<String> names, String signature, String meaning, int arguments, Resolver resolver) {
    return new FunctionEntry(names, signature, meaning, arguments, arguments, resolver);
  }

  Answer resolve(List<AggregateArgument> arguments) {
    int given = arguments.size();
    if (given < least || given > most) {
      String wanted = least == most ? "" + least : least + " to " + most;
      return Answer.refused(
          "it takes " + wanted + (most == 1 ? " argument" : " arguments") + ", not " + given);
    }
    return resolver.resolve(names.get(0), arguments);
  }
}
