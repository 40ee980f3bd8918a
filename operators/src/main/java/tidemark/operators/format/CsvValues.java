package tidemark.operators.format;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

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

  /** Whether a field's text means null. */
  boolean isNull(byte[] b, int from, int to, boolean quoted) {
    if (from == to) {
      return !quoted || nullValue == null;
    }
    return nullValue != null && Arrays.equals(b, from, to, nullValue, 0, nullValue.length);
  }

  /**
   * Sets a cell to the value of {@code b[from, to)}; false if the text does not fit the type.
   *
   * @param inInput whether the bytes are those of the input, so that a column may point to them
   */
  boolean set(byte[] b, int from, int to, boolean inInput, DataType type, Cells cells, int row) {
    if (cells instanceof LongCells longs) {
      long value = integral(b, from, to, type);
      longs.values[row] = numbers.longValue;
      return value != 0;
    } else if (cells instanceof DoubleCells doubles) {
      boolean fits = fractional(b, from, to, type);
      doubles.values[row] = numbers.doubleValue;
      return fits;
    } else if (cells instanceof BytesCells bytes) {
      return bytes(b, from, to, inInput, type, bytes, row);
    } else if (cells instanceof BooleanCells booleans) {
      booleans.values[row] = isWord(b, from, to, "true");
      return booleans.values[row] || isWord(b, from, to, "false");
    } else if (cells instanceof BuiltCells built && type instanceof DecimalType decimal) {
      BigDecimal value = DecimalTexts.read(text(b, from, to), decimal.precision(), decimal.scale());
      if (value != null) {
        ((DecimalBuilder) built.at(row)).append(value);
      }
      return value != null;
    }
    return false;
  }

  private static String text(byte[] b, int from, int to) {
    return new String(b, from, to - from, StandardCharsets.UTF_8);
  }

  private boolean bytes(
      byte[] b, int from, int to, boolean inInput, DataType type, BytesCells cells, int row) {
    if (type == SimpleType.BINARY) {
      try {
        byte[] value = Base64.getDecoder().decode(Arrays.copyOfRange(b, from, to));
        cells.setCopy(row, value, 0, value.length);
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
    if (inInput) {
      cells.set(row, from, to - from);
    } else {
      cells.setCopy(row, b, from, to - from);
    }
    return true;
  }

  /** Leaves the value in {@link ByteNumbers#longValue}; 0 if the text does not fit. */
  private long integral(byte[] b, int from, int to, DataType type) {
    if (type instanceof DecimalType decimal) {
      return narrowDecimal(b, from, to, decimal) ? 1 : 0;
    }
    boolean fits =
        switch ((SimpleType) type) {
          case TINYINT -> whole(b, from, to, Byte.MIN_VALUE, Byte.MAX_VALUE);
          case SMALLINT -> whole(b, from, to, Short.MIN_VALUE, Short.MAX_VALUE);
          case INT -> whole(b, from, to, Integer.MIN_VALUE, Integer.MAX_VALUE);
          case BIGINT -> numbers.parseLong(b, from, to);
          case DATE -> time(times.date(b, from, to));
          case TIMESTAMP -> time(times.timestamp(b, from, to));
          case TIMESTAMP_NTZ -> time(times.localTimestamp(b, from, to));
          case BOOLEAN,
              FLOAT,
              DOUBLE,
              STRING,
              BINARY,
              DAY_TIME_INTERVAL,
              YEAR_MONTH_INTERVAL,
              VOID ->
              false;
        };
    return fits ? 1 : 0;
  }

  private boolean whole(byte[] b, int from, int to, long least, long greatest) {
    return numbers.parseLong(b, from, to)
        && numbers.longValue >= least
        && numbers.longValue <= greatest;
  }

  private boolean time(long value) {
    numbers.longValue = value;
    return value != Times.NONE;
  }

  private boolean narrowDecimal(byte[] b, int from, int to, DecimalType type) {
    long unscaled = ByteNumbers.decimal(b, from, to, type.precision(), type.scale());
    if (unscaled == ByteNumbers.NONE) {
      BigDecimal value = DecimalTexts.read(text(b, from, to), type.precision(), type.scale());
      if (value == null) {
        return false;
      }
      unscaled = value.unscaledValue().longValueExact();
    }
    numbers.longValue = unscaled;
    return true;
  }

  private boolean fractional(byte[] b, int from, int to, DataType type) {
    boolean infinite =
        to - from <= 4 && (isExactly(b, from, to, "Inf") || isExactly(b, from, to, "-Inf"));
    if (infinite) {
      numbers.doubleValue = b[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return true;
    }
    return type == SimpleType.FLOAT
        ? numbers.parseFloat(b, from, to)
        : numbers.parseDouble(b, from, to);
  }

  private static boolean isExactly(byte[] b, int from, int to, String word) {
    return ByteNumbers.text(b, from, to).equals(word);
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
