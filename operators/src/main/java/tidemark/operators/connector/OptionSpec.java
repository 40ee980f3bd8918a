package tidemark.operators.connector;

import java.util.List;

/**
 * One key that a connector's mapping may hold.
 *
 * @param allowed the words allowed, or empty for any text of the kind
 * @param meaning one sentence for editors and the language page
 */
public record OptionSpec(
    String name, OptionKind kind, boolean required, List<String> allowed, String meaning) {
  public OptionSpec {
    allowed = List.copyOf(allowed);
  }

  public static OptionSpec required(String name, OptionKind kind, String meaning) {
    return new OptionSpec(name, kind, true, List.of(), meaning);
  }

  public static OptionSpec optional(String name, OptionKind kind, String meaning) {
    return new OptionSpec(name, kind, false, List.of(), meaning);
  }

  public static OptionSpec oneOf(String name, List<String> allowed, String meaning) {
    return new OptionSpec(name, OptionKind.TEXT, false, allowed, meaning);
  }
}
