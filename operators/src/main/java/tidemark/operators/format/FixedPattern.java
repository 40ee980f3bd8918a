package tidemark.operators.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of the patterns that is groups of a fixed number of digits between literals, read from
 * bytes without a formatter. Whatever does not match exactly is left to the formatter.
 */
final class FixedPattern {
  private static final String LETTERS = "yMdHms";
  private static final String SEPARATORS = "-/:. T,_";

  private record Group(int kind, int digits, char literal) {}

  private final List<Group> groups;
  private final int length;

  private FixedPattern(List<Group> groups, int length) {
    this.groups = groups;
    this.length = length;
  }

  /** The pattern, or one that matches nothing if it is of another kind. */
  static FixedPattern of(String pattern) {
    FixedPattern nothing = new FixedPattern(List.of(), -1);
    String bare = pattern.replace("'T'", "T");
    List<Group> groups = new ArrayList<>();
    int seen = 0;
    int at = 0;
    while (at < bare.length()) {
      char c = bare.charAt(at);
      int kind = LETTERS.indexOf(c);
      int end = at;
      while (end < bare.length() && bare.charAt(end) == c) {
        end++;
      }
      if (kind >= 0) {
        boolean again = (seen & 1 << kind) != 0;
        if (end - at != (kind == 0 ? 4 : 2) || again) {
          return nothing;
        }
        seen |= 1 << kind;
        groups.add(new Group(kind, end - at, ' '));
      } else if (SEPARATORS.indexOf(c) >= 0 && (c != 'T' || pattern.contains("'T'"))) {
        end = at + 1;
        groups.add(new Group(-1, 1, c));
      } else {
        return nothing;
      }
      at = end;
    }
    // A minute without hour, or the like, is left to the formatter.
    boolean whole = seen == 0b000111 || seen == 0b011111 || seen == 0b111111;
    return whole ? new FixedPattern(List.copyOf(groups), bare.length()) : nothing;
  }

  /** Microseconds since 1970 of the clock, or {@link Times#NONE} if the bytes do not match. */
  long local(byte[] b, int from, int to) {
    if (to - from != length) {
      return Times.NONE;
    }
    int[] values = {0, 1, 1, 0, 0, 0};
    int at = from;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      if (group.kind < 0) {
        if (b[at++] != group.literal) {
          return Times.NONE;
        }
        continue;
      }
      int value = 0;
      for (int end = at + group.digits; at < end; at++) {
        int digit = b[at] - '0';
        if (digit < 0 || digit > 9) {
          return Times.NONE;
        }
        value = value * 10 + digit;
      }
      values[group.kind] = value;
    }
    long day = IsoTimes.epochDay(values[0], values[1], values[2]);
    if (day == Times.NONE || values[3] > 23 || values[4] > 59 || values[5] > 59) {
      return Times.NONE;
    }
    long seconds = (values[3] * 60L + values[4]) * 60 + values[5];
    return day * IsoTimes.DAY_MICROS + seconds * 1_000_000L;
  }
}
