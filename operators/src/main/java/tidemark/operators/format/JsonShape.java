package tidemark.operators.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place in a record that was met before: the bytes between the end of one value and the start of
 * the next (brace or comma, spaces, name, colon), what value is wanted there, and how records went
 * on after it. The shapes form a tree; every path from its root is the beginning of a record that
 * the strict parser has accepted, so the names on a path differ.
 */
final class JsonShape {
  /** The longest label, in bytes. */
  static final int MAX_LABEL = 256;

  private static final JsonShape[] NONE = new JsonShape[0];

  final int length;

  /** What becomes of the value. */
  final Slot slot;

  /** The column's bit among the needed ones, or 0. */
  final long bit;

  /** Reads the value if it has parts. */
  final @Nullable FastNested nested;

  private final long firstWord;
  private final long firstMask;
  private final long[] words;
  private final long lastMask;
  JsonShape[] next = NONE;

  /** A label before a value for the slot. */
  JsonShape(byte[] label, Slot slot, long bit, @Nullable FastNested nested) {
    this.length = label.length;
    this.slot = slot;
    this.bit = bit;
    this.nested = nested;
    byte[] padded = Arrays.copyOf(label, (length + 7) / 8 * 8);
    this.words = new long[padded.length / 8];
    for (int i = 0; i < words.length; i++) {
      words[i] = Words.read(padded, i * 8);
    }
    this.lastMask = length % 8 == 0 ? -1L : (1L << length % 8 * 8) - 1;
    this.firstWord = words.length == 0 ? 0 : words[0];
    this.firstMask = words.length == 1 ? lastMask : -1L;
  }

  /** The root of a tree: before any record. */
  static JsonShape root() {
    return new JsonShape(new byte[0], new Slot(null, null), 0, null);
  }

  /**
   * The shape whose label stands at {@code at}, or null.
   *
   * @param at at most {@link #MAX_LABEL} before the array's end
   */
  @Nullable JsonShape follow(byte[] b, int at) {
    long first = Words.read(b, at);
    for (JsonShape each : next) {
      if (((first ^ each.firstWord) & each.firstMask) == 0
          && (each.length <= 8 || each.restMatches(b, at))) {
        return each;
      }
    }
    return null;
  }

  /** Whether the label stands at {@code at}. */
  boolean matches(byte[] b, int at) {
    return ((Words.read(b, at) ^ firstWord) & firstMask) == 0
        && (length <= 8 || restMatches(b, at));
  }

  private boolean restMatches(byte[] b, int at) {
    int last = words.length - 1;
    for (int i = 1; i < last; i++) {
      if (Words.read(b, at + i * 8) != words[i]) {
        return false;
      }
    }
    return ((Words.read(b, at + last * 8) ^ words[last]) & lastMask) == 0;
  }

  /** Adds a way to go on. */
  void add(JsonShape shape) {
    JsonShape[] more = Arrays.copyOf(next, next.length + 1);
    more[next.length] = shape;
    next = more;
  }
}
