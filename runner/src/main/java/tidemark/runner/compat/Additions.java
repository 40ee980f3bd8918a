package tidemark.runner.compat;

import java.util.Optional;

/** What {@code upgrade.added} says of values that stored rows lack. */
final class Additions {
  static final String FROM_NOW = "from_now";
  static final String NULL_UNTIL_CLOSED = "null_until_closed";

  private Additions() {}

  /**
   * What the file says, if it says something.
   *
   * @param path {@code steps.traffic.p}
   */
  static Optional<String> policy(Plans plans, String path) {
    return plans.request().upgrade().added().entrySet().stream()
        .filter(e -> e.getKey().value().equals(path))
        .map(e -> e.getValue().value())
        .findFirst();
  }

  /** The line to paste. */
  static String line(String path, String policy) {
    return "upgrade: {added: {" + path + ": " + policy + "}}";
  }
}
