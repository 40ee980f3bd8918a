package tidemark.operators.format;

/**
 * Reads values eight bytes at a time, straight into the cells of their slots: plain numbers, {@code
 * true}, {@code false}, {@code null}, strings, texts that are times; those with parts by {@link
 * FastNested}. It gives up on everything else.
 */
final class FastScalars {
  private static final int UNSURE = FastJson.UNSURE;

  final FastText text = new FastText();
  final FastSkip skip = new FastSkip(text);
  private final Times times;
  private final ByteNumbers numbers = new ByteNumbers();

  /** The bits of the shapes whose value was null. */
  long nulls;

  FastScalars(FormatOptions options) {
    this.times = new Times(options);
  }

  /**
   * Reads a value.
   *
   * @param at where it begins, at least {@link FastJson#MARGIN} before the array's end
   * @param shape whose slot takes it; its bit is noted if the value is null
   * @param row of the slot's cells
   * @return behind it, or UNSURE
   */
  int value(byte[] b, int at, JsonShape shape, int row) {
    return switch (shape.slot.kind) {
      case SKIP -> skip.value(b, at);
      case STRING -> string(b, at, shape, row);
      case INTEGRAL -> integral(b, at, shape, row);
      case DOUBLE -> fractional(b, at, shape, row);
      case TIMESTAMP, TIMESTAMP_NTZ, DATE -> time(b, at, shape, row);
      case BOOLEAN -> bool(b, at, shape, row);
      case FLOAT -> otherNumber(b, at, shape, row);
      case DECIMAL -> decimal(b, at, shape, row);
      case BUILT -> built(b, at, shape, row);
      case BINARY, OTHER -> nothing(b, at, shape);
    };
  }

  private int nothing(byte[] b, int at, JsonShape shape) {
    nulls |= shape.bit;
    return FastLiterals.isNull(b, at) ? at + 4 : UNSURE;
  }

  private int built(byte[] b, int at, JsonShape shape, int row) {
    FastNested reader = shape.nested;
    if (reader == null || FastLiterals.isNull(b, at)) {
      return nothing(b, at, shape);
    }
    shape.slot.built.at(row);
    return reader.append(b, at);
  }

  private int bool(byte[] b, int at, JsonShape shape, int row) {
    if (FastLiterals.isTrue(b, at)) {
      shape.slot.booleans.values[row] = true;
      return at + 4;
    }
    if (FastLiterals.isFalse(b, at)) {
      shape.slot.booleans.values[row] = false;
      return at + 5;
    }
    return nothing(b, at, shape);
  }

  private int string(byte[] b, int at, JsonShape shape, int row) {
    BytesCells cells = shape.slot.bytes;
    if (b[at] != '"') {
      if (FastLiterals.isNull(b, at)) {
        return nothing(b, at, shape);
      }
      int end = skip.value(b, at); // its JSON text
      cells.set(row, at, end - at);
      return end;
    }
    int end = text.end(b, at + 1);
    if (end < 0) {
      return UNSURE;
    }
    if (b[end] == '"') {
      cells.starts[row] = at + 1;
      cells.lengths[row] = end - at - 1;
      return end + 1;
    }
    end = text.unescape(b, at + 1, end);
    if (end < 0) {
      return UNSURE;
    }
    cells.setCopy(row, text.text, 0, text.length);
    return end + 1;
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
    int end = FastNumbers.end(b, from);
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
    if ((b[at] | 0x20) == 'e') {
      return otherNumber(b, from, shape, row);
    }
    shape.slot.doubles.values[row] = value;
    return at;
  }

  /** A decimal of few digits, as a number or a text that is one. */
  private int decimal(byte[] b, int from, JsonShape shape, int row) {
    int start = b[from] == '"' ? from + 1 : from;
    int end = FastNumbers.end(b, start);
    if (end < 0) {
      return nothing(b, from, shape);
    }
    long unscaled = ByteNumbers.decimal(b, start, end, shape.slot.precision, shape.slot.scale);
    if (unscaled == ByteNumbers.NONE) {
      return UNSURE;
    }
    shape.slot.longs.values[row] = unscaled;
    return FastNumbers.behind(b, from, end);
  }

  /** A number by its place: floats, and doubles that are long or have an exponent. */
  private int otherNumber(byte[] b, int from, JsonShape shape, int row) {
    int plainEnd = FastNumbers.end(b, from);
    if (plainEnd < 0) {
      return nothing(b, from, shape);
    }
    int end = FastNumbers.exponentEnd(b, plainEnd);
    boolean fits =
        end >= 0
            && (shape.slot.kind == Slot.Kind.FLOAT
                ? numbers.parseFloat(b, from, end)
                : numbers.parseDouble(b, from, end));
    if (!fits) {
      return UNSURE;
    }
    shape.slot.doubles.values[row] = numbers.jsonDouble(end - from);
    return end;
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
    int end = text.end(b, at + 1);
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
}
