package tidemark.runner.compat;

import java.util.List;
import java.util.StringJoiner;

/** What two lists of texts have in common, in words. */
final class Lists {
  private Lists() {}

  /** {@code `a` is gone, `b` is new}; empty if both hold the same. */
  static String difference(List<String> before, List<String> after) {
    List<String> gone = before.stream().filter(e -> !after.contains(e)).toList();
    List<String> fresh = after.stream().filter(e -> !before.contains(e)).toList();
    StringJoiner texts = new StringJoiner(", ");
    if (!gone.isEmpty()) {
      texts.add(Lines.quoted(gone) + (gone.size() == 1 ? " is" : " are") + " gone");
    }
    if (!fresh.isEmpty()) {
      texts.add(Lines.quoted(fresh) + (fresh.size() == 1 ? " is" : " are") + " new");
    }
    return texts.toString();
  }

  /** True if both hold the same elements in another order. */
  static boolean isReordered(List<String> before, List<String> after) {
    return !before.equals(after) && difference(before, after).isEmpty();
  }
}
