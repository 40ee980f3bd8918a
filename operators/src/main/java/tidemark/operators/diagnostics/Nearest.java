package tidemark.operators.diagnostics;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * The candidate with the fewest typing errors (letters added, left out, replaced, swapped; case
   * does not count), if that is at most a third of the word's letters; the first of equals.
   */
  public static Optional<String> of(String word, Collection<String> candidates) {
    int best = Math.max(1, (word.length() + 1) / 3) + 1;
    String found = null;
    for (String candidate : candidates) {
      int distance = distance(word, candidate);
      if (distance < best && distance < Math.max(candidate.length(), word.length())) {
        best = distance;
        found = candidate;
      }
    }
    return Optional.ofNullable(found);
  }

  /** How many typing errors lie between two words: the optimal string alignment distance. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] before = new int[b.length() + 1];
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      before = above;
      above = row;
    }
    return above[b.length()];
  }
}
