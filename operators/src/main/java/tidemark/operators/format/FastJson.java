package tidemark.operators.format;

import tidemark.operators.batch.Batch;
import tidemark.operators.types.Schema;

/**
 * Reads records whose shape was met before, eight bytes at a time, straight into the cells. It
 * reads only what it is sure of: known names in a known order, strings without escapes (with valid
 * ones where the value is not needed), plain numbers, {@code true}, {@code false}, {@code null},
 * texts that are times. It gives up on everything else, and the strict parser then reads the record
 * from its start; so what it says is always what {@link StrictJson} says.
 */
final class FastJson {
  /** The answer for a record that the strict parser must read. */
  static final int UNSURE = -1;

  /** How much of the array must be left where a value begins, so that scalars need no checks. */
  static final int MARGIN = JsonShape.MAX_LABEL + 80;

  private static final int NULL = 0x6C6C756E;
  private static final int TRUE = 0x65757274;
  private static final int ALSE = 0x65736C61;

  private final RowCells rows;
  private final JsonShapes shapes;
  private final Times times;
  private final ByteNumbers numbers = new ByteNumbers();
  private final boolean usable;
  private final long all;
  private final long required;
  private final int maxRecordBytes;

  /** The bits of the columns whose value was null in this record. */
  private long nulls;

  /** Has a high bit if some byte of the record's strings has one. */
  private long highs;

  FastJson(RowCells rows, FormatOptions options) {
    this.rows = rows;
    this.shapes = new JsonShapes(rows);
    this.times = new Times(options);
    this.maxRecordBytes = options.maxRecordBytes();
    int columns = rows.dataColumns().length;
    this.usable = columns <= Long.SIZE;
    this.all = columns == 0 ? 0 : -1L >>> (Long.SIZE - Math.min(columns, Long.SIZE));
    this.required = usable ? required(rows) : 0;
  }

  private static long required(RowCells rows) {
    Schema schema = rows.schema();
    long bits = 0;
    int[] columns = rows.dataColumns();
    for (int i = 0; i < columns.length; i++) {
      bits |= schema.field(columns[i]).nullable() ? 0 : 1L << i;
    }
    return bits;
  }

  /** Learns from a record that the strict parser accepted. */
  void learn(byte[] b, int from, int to) {
    if (usable) {
      shapes.learn(b, from, to);
    }
  }

  /**
   * Reads the lines from {@code from} on as rows, until one that it is not sure of, or the batch is
   * full.
   *
   * @return the start of the first line that was not read; how many were is seen in the rows
   */
  int readLines(byte[] b, int from, int to) {
    int at = from;
    while (at < to && rows.rows < Batch.MAX_ROWS) {
      rows.openRow();
      int next = read(b, at, to);
      if (next < 0) {
        break;
      }
      at = next;
    }
    return at;
  }

  /** Reads one line as the open row and closes it; the offset behind it, or {@link #UNSURE}. */
  private int read(byte[] b, int from, int to) {
    nulls = 0;
    highs = 0;
    long seen = 0;
    int row = rows.rows;
    int margin = b.length - MARGIN;
    int at = from;
    JsonShape place = shapes.root();
    while (at <= margin) {
      JsonShape next = place.follow(b, at);
      if (next == null) {
        return end(b, from, at, to, seen);
      }
      at = value(b, at + next.length, next, row);
      if (at < 0) {
        return UNSURE;
      }
      seen |= next.bit;
      place = next;
    }
    return UNSURE;
  }

  /** The closing brace and the line's end. */
  private int end(byte[] b, int from, int brace, int to, long seen) {
    if (b[brace] != '}' || brace == from) {
      return UNSURE;
    }
    long present = seen & ~nulls;
    int at = brace + 1;
    if (b[at] == '\r') {
      at++;
    }
    if (at >= to
        || b[at] != '\n'
        || at - from > maxRecordBytes
        || (present & required) != required) {
      return UNSURE;
    }
    if ((highs & Words.HIGHS) != 0 && Utf8.firstInvalid(b, from, at) >= 0) {
      return UNSURE;
    }
    if (present != all) {
      setNulls(all & ~present);
    }
    rows.closeRow();
    return at + 1;
  }

  private void setNulls(long missing) {
    int[] columns = rows.dataColumns();
    for (long bits = missing; bits != 0; bits &= bits - 1) {
      rows.setNull(columns[Long.numberOfTrailingZeros(bits)]);
    }
  }

  private int value(byte[] b, int at, JsonShape shape, int row) {
    return switch (shape.slot.kind) {
      case SKIP -> skip(b, at, shape);
      case STRING -> string(b, at, shape, row);
      case INTEGRAL -> integral(b, at, shape, row);
      case DOUBLE -> fractional(b, at, shape, row);
      case TIMESTAMP, TIMESTAMP_NTZ, DATE -> time(b, at, shape, row);
      case BOOLEAN -> bool(b, at, shape, row);
      case DECIMAL, FLOAT -> otherNumber(b, at, shape, row);
      case BINARY, OTHER -> nothing(b, at, shape);
    };
  }

  private static int word(byte[] b, int at) {
    return (int) Words.read(b, at);
  }

  private int nothing(byte[] b, int at, JsonShape shape) {
    nulls |= shape.bit;
    return word(b, at) == NULL ? at + 4 : UNSURE;
  }

  private int bool(byte[] b, int at, JsonShape shape, int row) {
    if (word(b, at) == TRUE) {
      shape.slot.booleans.values[row] = true;
      return at + 4;
    }
    if (b[at] == 'f' && word(b, at + 1) == ALSE) {
      shape.slot.booleans.values[row] = false;
      return at + 5;
    }
    return nothing(b, at, shape);
  }

  private int string(byte[] b, int at, JsonShape shape, int row) {
    if (b[at] != '"') {
      return nothing(b, at, shape);
    }
    int end = stringEnd(b, at + 1);
    if (end < 0 || b[end] != '"') {
      return UNSURE;
    }
    BytesCells cells = shape.slot.bytes;
    cells.starts[row] = at + 1;
    cells.lengths[row] = end - at - 1;
    return end + 1;
  }

  /** The first byte that ends or interrupts a string, or {@link #UNSURE} near the array's end. */
  private int stringEnd(byte[] b, int from) {
    int lastWord = b.length - 8;
    long seen = 0;
    for (int at = from; at <= lastWord; at += 8) {
      long word = Words.read(b, at);
      seen |= word;
      long stops = Words.stringStops(word);
      if (stops != 0) {
        highs |= seen;
        return at + Words.first(stops);
      }
    }
    return UNSURE;
  }

  private int integral(byte[] b, int from, JsonShape shape, int row) {
    boolean negative = b[from] == '-';
    int start = negative ? from + 1 : from;
    long word = Words.read(b, start);
    int digits = ByteNumbers.leadingDigits(word);
    if (digits == 0) {
      return negative ? UNSURE : nothing(b, start, shape);
    }
    long value = ByteNumbers.firstDigits(word, digits);
    if (digits > 1 && b[start] == '0') {
      return UNSURE;
    }
    int at = start + digits;
    if (digits == 8) {
      long second = Words.read(b, at);
      int more = ByteNumbers.leadingDigits(second);
      if (more == 8) {
        return longIntegral(b, from, shape, row);
      }
      if (more > 0) {
        value = value * ByteNumbers.tenTo(more) + ByteNumbers.firstDigits(second, more);
        at += more;
      }
    }
    long signed = negative ? -value : value;
    if (signed < shape.slot.least || signed > shape.slot.greatest) {
      return UNSURE;
    }
    shape.slot.longs.values[row] = signed;
    return at;
  }

  /** Sixteen digits and more. */
  private int longIntegral(byte[] b, int from, JsonShape shape, int row) {
    int end = numberEnd(b, from);
    if (end < 0
        || !numbers.parseLong(b, from, end)
        || numbers.longValue < shape.slot.least
        || numbers.longValue > shape.slot.greatest) {
      return UNSURE;
    }
    shape.slot.longs.values[row] = numbers.longValue;
    return end;
  }

  private int fractional(byte[] b, int from, JsonShape shape, int row) {
    boolean negative = b[from] == '-';
    int start = negative ? from + 1 : from;
    long word = Words.read(b, start);
    int digits = ByteNumbers.leadingDigits(word);
    if (digits == 0) {
      return negative ? UNSURE : nothing(b, start, shape);
    }
    if (digits == 8 || (digits > 1 && b[start] == '0')) {
      return otherNumber(b, from, shape, row);
    }
    long mantissa = ByteNumbers.firstDigits(word, digits);
    double value = negative ? -mantissa : mantissa; // of whole numbers, so that -0 is 0
    int at = start + digits;
    if (b[at] == '.') {
      long fraction = Words.read(b, at + 1);
      int scale = ByteNumbers.leadingDigits(fraction);
      if (scale == 0 || scale == 8) {
        return otherNumber(b, from, shape, row);
      }
      mantissa = mantissa * ByteNumbers.tenTo(scale) + ByteNumbers.firstDigits(fraction, scale);
      double size = mantissa / ByteNumbers.exactTen(scale); // both exact: at most 14 digits
      value = negative ? -size : size;
      at += scale + 1;
    }
    shape.slot.doubles.values[row] = value;
    return at;
  }

  /** A number by its place; rarer kinds and long doubles. */
  private int otherNumber(byte[] b, int from, JsonShape shape, int row) {
    int end = numberEnd(b, from);
    if (end < 0) {
      return nothing(b, from, shape);
    }
    if (shape.slot.kind == Slot.Kind.DECIMAL) {
      long unscaled = ByteNumbers.decimal(b, from, end, shape.slot.precision, shape.slot.scale);
      shape.slot.longs.values[row] = unscaled;
      if (unscaled == ByteNumbers.NONE) {
        return UNSURE;
      }
    } else {
      boolean fits =
          shape.slot.kind == Slot.Kind.FLOAT
              ? numbers.parseFloat(b, from, end)
              : numbers.parseDouble(b, from, end);
      if (!fits) {
        return UNSURE;
      }
      shape.slot.doubles.values[row] = numbers.jsonDouble(end - from);
    }
    return end;
  }

  /** Behind a number without exponent of at most 40 digits, or {@link #UNSURE}. */
  private static int numberEnd(byte[] b, int from) {
    int first = b[from] == '-' ? from + 1 : from;
    int at = digitsEnd(b, first);
    if (at == first || at - first > 16 || (b[first] == '0' && at > first + 1)) {
      return at - first > 16 && at - first <= 20 && b[first] != '0' && b[at] != '.' ? at : UNSURE;
    }
    if (b[at] == '.') {
      int point = at;
      at = digitsEnd(b, at + 1);
      if (at == point + 1 || at - point > 24) {
        return UNSURE;
      }
    }
    return at;
  }

  /** Behind the digits, at most 32 of them. */
  private static int digitsEnd(byte[] b, int from) {
    int at = from;
    int digits;
    do {
      digits = ByteNumbers.leadingDigits(Words.read(b, at));
      at += digits;
    } while (digits == 8 && at - from < 32);
    return at;
  }

  private int time(byte[] b, int at, JsonShape shape, int row) {
    if (b[at] != '"') {
      return shape.slot.kind == Slot.Kind.TIMESTAMP
          ? number(b, at, shape, row)
          : nothing(b, at, shape);
    }
    if (b[at + 25] == '"' && shape.slot.kind == Slot.Kind.TIMESTAMP) {
      long millis = times.plainTimestamp(b, at + 1, at + 25);
      if (millis != Times.NONE) {
        shape.slot.longs.values[row] = millis;
        return at + 26;
      }
    }
    int end = stringEnd(b, at + 1);
    if (end < 0 || b[end] != '"') {
      return UNSURE;
    }
    long value =
        shape.slot.kind == Slot.Kind.TIMESTAMP
            ? times.timestamp(b, at + 1, end)
            : shape.slot.kind == Slot.Kind.DATE
                ? times.date(b, at + 1, end)
                : times.localTimestamp(b, at + 1, end);
    if (value == Times.NONE) {
      return UNSURE;
    }
    shape.slot.longs.values[row] = value;
    return end + 1;
  }

  private int number(byte[] b, int at, JsonShape shape, int row) {
    int end = integral(b, at, shape, row);
    if (end < 0 || (nulls & shape.bit) != 0) {
      return end;
    }
    long micros = times.timestamp(shape.slot.longs.values[row]);
    if (micros == Times.NONE) {
      return UNSURE;
    }
    shape.slot.longs.values[row] = micros;
    return end;
  }

  private int skip(byte[] b, int at, JsonShape shape) {
    byte first = b[at];
    if (first == '"') {
      return skipString(b, at + 1);
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
      return numberEnd(b, at);
    }
    if (word(b, at) == TRUE) {
      return at + 4;
    }
    return first == 'f' && word(b, at + 1) == ALSE ? at + 5 : nothing(b, at, shape);
  }

  /** Behind a string whose value is not needed; its escapes must be valid. */
  private int skipString(byte[] b, int from) {
    int at = stringEnd(b, from);
    while (at >= 0 && b[at] == '\\') {
      int behind = escapeEnd(b, at + 1);
      at = behind < 0 ? UNSURE : stringEnd(b, behind);
    }
    return at >= 0 && b[at] == '"' ? at + 1 : UNSURE;
  }

  private static int escapeEnd(byte[] b, int at) {
    if (at + 5 > b.length) {
      return UNSURE;
    }
    return switch (b[at]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 1;
      case 'u' ->
          isHex(b[at + 1]) && isHex(b[at + 2]) && isHex(b[at + 3]) && isHex(b[at + 4])
              ? at + 5
              : UNSURE;
      default -> UNSURE;
    };
  }

  private static boolean isHex(byte c) {
    int lower = c | 0x20;
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'f');
  }
}
