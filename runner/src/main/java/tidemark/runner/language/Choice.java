package tidemark.runner.language;

import java.util.List;

/**
 * Keys of a mapping of which exactly one stands there.
 *
 * @param cases the ways to choose, in the order in which they are shown
 */
public record Choice(List<Case> cases) {
  public Choice {
    cases = List.copyOf(cases);
  }

  /**
   * One way to choose.
   *
   * @param key the key that is chosen
   * @param needs keys that must stand beside it
   * @param excludes further keys that cannot
   */
  public record Case(String key, List<String> needs, List<String> excludes) {
    public Case {
      needs = List.copyOf(needs);
      excludes = List.copyOf(excludes);
    }
  }

  /** Exactly one of these keys. */
  static Choice of(List<String> keys) {
    return new Choice(keys.stream().map(Choice::only).toList());
  }

  static Case only(String key) {
    return new Case(key, List.of(), List.of());
  }
}
