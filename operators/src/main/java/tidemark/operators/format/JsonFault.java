package tidemark.operators.format;

import com.fasterxml.jackson.core.StreamReadConstraints;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a text stops being one JSON object, what stands there and what was expected: {@code byte 9
 * of the record is `}`; expected: a value}. Bytes count from 1. It reads the text a second time, so
 * it is asked only of texts that a parser has refused. Besides JSON, it takes the bare words for
 * numbers that are none, as {@link StrictJson} does.
 */
public final class JsonFault {
  private static final int MAX_DEPTH = StreamReadConstraints.DEFAULT_MAX_DEPTH;

  private final byte[] text;
  private final int from;
  private final JsonScalarFault scalars;
  private int depth;

  private JsonFault(byte[] text, int from, int to) {
    this.text = text;
    this.from = from;
    this.scalars = new JsonScalarFault(text, from, to);
  }

  /** The first fault of {@code text[from, to)}, which is UTF-8; empty if it is one JSON object. */
  public static Optional<String> in(byte[] text, int from, int to) {
    return Optional.ofNullable(new JsonFault(text, from, to).document());
  }

  /** The first fault of a text; empty if it is one JSON object. */
  public static Optional<String> in(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return in(bytes, 0, bytes.length);
  }

  private @Nullable String document() {
    if (!scalars.isNext('{')) {
      return scalars.instead("`{`");
    }
    String fault = object();
    if (fault != null || scalars.isAtEnd()) {
      return fault;
    }
    return scalars.instead("nothing after the object");
  }

  private @Nullable String value() {
    if (scalars.isNext('{')) {
      return object();
    }
    if (scalars.isNext('[')) {
      return array();
    }
    return scalars.value();
  }

  private @Nullable String object() {
    int begin = scalars.at();
    String fault = open(begin);
    if (fault != null || scalars.take('}')) {
      depth--;
      return fault;
    }
    Set<String> names = new HashSet<>();
    String expected = "a name in double quotes, or `}`";
    do {
      fault = member(names, expected);
      if (fault != null) {
        return fault;
      }
      expected = "a name in double quotes after the comma";
    } while (scalars.take(','));
    return close('}', "`,` or `}` of the object that begins at byte " + place(begin));
  }

  private @Nullable String member(Set<String> names, String expected) {
    if (!scalars.isNext('"')) {
      return scalars.instead(expected);
    }
    int begin = scalars.at();
    String fault = scalars.text();
    if (fault != null) {
      return fault;
    }
    String name = new String(text, begin, scalars.at() - begin, StandardCharsets.UTF_8);
    if (!names.add(JsonScalarFault.unescaped(name))) {
      return "the name " + shown(name) + " at byte " + place(begin) + " is there a second time";
    }
    return scalars.take(':') ? value() : scalars.instead("`:` after the name " + shown(name));
  }

  private static String shown(String name) {
    return "`" + JsonScalarFault.cut(name.substring(1, name.length() - 1)) + "`";
  }

  private @Nullable String array() {
    int begin = scalars.at();
    String fault = open(begin);
    if (fault != null || scalars.take(']')) {
      depth--;
      return fault;
    }
    do {
      fault = value();
      if (fault != null) {
        return fault;
      }
    } while (scalars.take(','));
    return close(']', "`,` or `]` of the array that begins at byte " + place(begin));
  }

  private @Nullable String open(int begin) {
    scalars.take((char) text[begin]);
    depth++;
    return depth > MAX_DEPTH
        ? "byte " + place(begin) + " of the record is deeper than " + MAX_DEPTH + " levels"
        : null;
  }

  private @Nullable String close(char end, String expected) {
    depth--;
    return scalars.take(end) ? null : scalars.instead(expected);
  }

  private int place(int offset) {
    return offset - from + 1;
  }
}
