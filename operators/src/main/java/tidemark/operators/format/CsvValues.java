package tidemark.operators.format;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.DecimalBuilder;

/**
 * Texts of csv fields as values of a type, by the rules of Spark's csv reader: integers may have a
 * sign; booleans are {@code true} and {@code false} in any case; doubles are what Java reads, and
 * {@code Inf}, {@code -Inf}; binary is base64.
 */
final class CsvValues {
  private final Times times;
  private final byte @Nullable [] nullValue;
  private final ByteNumbers numbers = new ByteNumbers();

  CsvValues(FormatOptions options) {
    this.times = new Times(options);
    this.nullValue =
        options
            .csv()
            .nullValue()
            .filter(text -> !text.isEmpty())
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .orElse(null);
  }

  /** Whether a field's text means null; in quotes the null value is a text like any other. */
  boolean isNull(byte[] b, int from, int to, boolean quoted) {
    if (from == to) {
      return !quoted || nullValue == null;
    }
    return !quoted
        && nullValue != null
        && Arrays.equals(b, from, to, nullValue, 0, nullValue.length);
  }

  /**
   * Sets a cell to the value of {@code b[from, to)}; false if the text does not fit the type.
   *
   * @param inInput whether the bytes are those of the input, so that a column may point to them
   */
  boolean set(byte[] b, int from, int to, boolean inInput, Slot slot, int row) {
    boolean fits =
        switch (slot.kind) {
          case STRING -> string(b, from, to, inInput, slot, row);
          case INTEGRAL ->
              numbers.parseLong(b, from, to)
                  && numbers.longValue >= slot.least
                  && numbers.longValue <= slot.greatest;
          case TIMESTAMP -> time(times.timestamp(b, from, to));
          case TIMESTAMP_NTZ -> time(times.localTimestamp(b, from, to));
          case DATE -> time(times.date(b, from, to));
          case DOUBLE -> numbers.parseDouble(b, from, to) || infinite(b, from, to);
          case FLOAT -> numbers.parseFloat(b, from, to) || infinite(b, from, to);
          case DECIMAL -> narrowDecimal(b, from, to, slot);
          case BOOLEAN -> bool(b, from, to, slot, row);
          case BINARY -> binary(b, from, to, slot, row);
          case BUILT, OTHER -> wideDecimal(b, from, to, slot, row);
          case SKIP -> true;
        };
    if (fits && slot.isLong()) {
      slot.longs.values[row] = numbers.longValue;
    } else if (fits && slot.isDouble()) {
      slot.doubles.values[row] = numbers.doubleValue;
    }
    return fits;
  }

  private static boolean string(byte[] b, int from, int to, boolean inInput, Slot slot, int row) {
    if (inInput) {
      slot.bytes.set(row, from, to - from);
    } else {
      slot.bytes.setCopy(row, b, from, to - from);
    }
    return true;
  }

  private static boolean bool(byte[] b, int from, int to, Slot slot, int row) {
    slot.booleans.values[row] = isWord(b, from, to, "true");
    return slot.booleans.values[row] || isWord(b, from, to, "false");
  }

  private static boolean binary(byte[] b, int from, int to, Slot slot, int row) {
    try {
      byte[] value = Base64.getDecoder().decode(Arrays.copyOfRange(b, from, to));
      slot.bytes.setCopy(row, value, 0, value.length);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean wideDecimal(byte[] b, int from, int to, Slot slot, int row) {
    BigDecimal value = DecimalTexts.read(text(b, from, to), slot.precision, slot.scale);
    if (value != null) {
      ((DecimalBuilder) slot.built.at(row)).append(value);
    }
    return value != null;
  }

  private static String text(byte[] b, int from, int to) {
    return new String(b, from, to - from, StandardCharsets.UTF_8);
  }

  private boolean time(long value) {
    numbers.longValue = value;
    return value != Times.NONE;
  }

  private boolean narrowDecimal(byte[] b, int from, int to, Slot slot) {
    long unscaled = ByteNumbers.decimal(b, from, to, slot.precision, slot.scale);
    if (unscaled == ByteNumbers.NONE) {
      BigDecimal value = DecimalTexts.read(text(b, from, to), slot.precision, slot.scale);
      if (value == null) {
        return false;
      }
      unscaled = value.unscaledValue().longValueExact();
    }
    numbers.longValue = unscaled;
    return true;
  }

  private boolean infinite(byte[] b, int from, int to) {
    String word = to - from > 4 ? "" : ByteNumbers.text(b, from, to);
    numbers.doubleValue = word.equals("-Inf") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return word.equals("-Inf") || word.equals("Inf");
  }

  private static boolean isWord(byte[] b, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((b[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
