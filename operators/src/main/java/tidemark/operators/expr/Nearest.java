package tidemark.operators.expr;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that a misspelt one probably meant. */
public final class Nearest {
  private Nearest() {}

  /** The nearest candidate that a typing slip or two away explains. */
  public static Optional<String> of(String word, Collection<String> candidates) {
    String wanted = word.toLowerCase(Locale.ROOT);
    int limit = wanted.length() <= 3 ? 1 : wanted.length() <= 7 ? 2 : 3;
    String best = null;
    int bestDistance = limit + 1;
    for (String candidate : candidates) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), bestDistance);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Insertions, deletions, replacements and swaps of neighbours between two words. */
  private static int distance(String a, String b, int bound) {
    if (Math.abs(a.length() - b.length()) >= bound) {
      return bound;
    }
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
