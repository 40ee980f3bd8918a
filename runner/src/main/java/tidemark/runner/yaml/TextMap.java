package tidemark.runner.yaml;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;

/**
 * Where the characters of a scalar's value stand in the file. Offsets are those of the value's
 * {@link String}; a substituted text stands where its {@code ${…}} stands.
 */
public final class TextMap implements TextPlace {
  private final SourceText source;
  private final Supplier<Offsets> working;
  private @Nullable Offsets known;

  /**
   * @param working yields the offsets when a place is first asked for; most never are
   */
  TextMap(SourceText source, Supplier<Offsets> working) {
    this.source = source;
    this.working = working;
  }

  /** How many chars the value has. */
  public int length() {
    return offsets().ends.length;
  }

  /**
   * The place of the chars from one offset up to another; offsets outside the value are moved into
   * it. An empty range marks one character.
   */
  @Override
  public Span span(int from, int to) {
    Offsets offsets = offsets();
    int length = offsets.ends.length;
    int first = Math.max(0, Math.min(from, length));
    int last = Math.max(first, Math.min(to, length));
    int start = offsets.starts[first];
    int end = last == first ? start + 1 : Math.max(start + 1, offsets.ends[last - 1]);
    return source.span(start, end);
  }

  /** What stands in the file for the chars from one offset up to another. */
  public String written(int from, int to) {
    Offsets offsets = offsets();
    return to <= from ? "" : source.slice(offsets.starts[from], offsets.ends[to - 1]);
  }

  /** The place of the {@code #} that follows on the value's last line, if one does. */
  Optional<Span> commentBehind() {
    int at = offsets().starts[length()];
    while (source.at(at) == ' ' || source.at(at) == '\t') {
      at++;
    }
    return source.at(at) == '#' ? Optional.of(source.span(at, at + 1)) : Optional.empty();
  }

  SourceText source() {
    return source;
  }

  Offsets offsets() {
    Offsets offsets = known;
    if (offsets == null) {
      offsets = working.get();
      known = offsets;
    }
    return offsets;
  }

  /**
   * Offsets in the source by char of the value: where what it is written as starts (one more for
   * the end of the value) and ends.
   */
  static final class Offsets {
    final int[] starts;
    final int[] ends;

    private Offsets(int[] starts, int[] ends) {
      this.starts = starts;
      this.ends = ends;
    }

    /** A value that is written as it is, from an offset on. */
    static Offsets straight(String value, int from) {
      Builder builder = new Builder();
      int at = from;
      for (int i = 0; i < value.length(); ) {
        int point = value.codePointAt(i);
        builder.add(point, at, at + 1);
        at++;
        i += Character.charCount(point);
      }
      return builder.build(at);
    }
  }

  /** Collects a value's characters with their offsets. */
  static final class Builder {
    private final StringBuilder value = new StringBuilder();
    private int[] starts = new int[16];
    private int[] ends = new int[16];

    void add(int point, int from, int to) {
      int before = value.length();
      value.appendCodePoint(point);
      room(value.length());
      for (int i = before; i < value.length(); i++) {
        starts[i] = from;
        ends[i] = to;
      }
    }

    private void room(int length) {
      if (length > ends.length) {
        starts = Arrays.copyOf(starts, Math.max(length, ends.length * 2));
        ends = Arrays.copyOf(ends, starts.length);
      }
    }

    int length() {
      return value.length();
    }

    String value() {
      return value.toString();
    }

    /** Leaves out what goes beyond a length. */
    void cut(int length) {
      value.setLength(Math.min(length, value.length()));
    }

    Offsets build(int end) {
      int[] begin = Arrays.copyOf(starts, value.length() + 1);
      begin[value.length()] = end;
      return new Offsets(begin, Arrays.copyOf(ends, value.length()));
    }
  }
}
