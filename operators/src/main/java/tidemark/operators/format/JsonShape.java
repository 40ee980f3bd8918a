package tidemark.operators.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/**
 * A place in a record that was met before: the bytes between the end of one value and the start of
 * the next (brace or comma, spaces, name, colon), what value is wanted there, and how records went
 * on after it. The shapes form a tree; every path from its root is the beginning of a record that
 * the strict parser has accepted, so the names on a path differ.
 */
final class JsonShape {
  /** What is done with a value. */
  enum Kind {
    SKIP,
    STRING,
    INTEGRAL,
    DOUBLE,
    FLOAT,
    DECIMAL,
    BOOLEAN,
    TIMESTAMP,
    TIMESTAMP_NTZ,
    DATE,
    /** Only the strict parser reads it. */
    OTHER
  }

  /** The longest label, in bytes. */
  static final int MAX_LABEL = 256;

  private static final JsonShape[] NONE = new JsonShape[0];

  final int length;
  final Kind kind;

  /** The column's bit among the needed ones, or 0. */
  final long bit;

  final long least;
  final long greatest;
  final int precision;
  final int scale;
  final LongCells longs;
  final DoubleCells doubles;
  final BytesCells bytes;
  final BooleanCells booleans;

  private final long firstWord;
  private final long firstMask;
  private final long[] words;
  private final long lastMask;
  JsonShape[] next = NONE;

  /** A label whose value is skipped, or fills a column. */
  JsonShape(byte[] label, @Nullable DataType type, @Nullable Cells cells, long bit) {
    this.length = label.length;
    this.kind = type == null || cells == null ? Kind.SKIP : kind(type, cells);
    this.bit = bit;
    this.longs = cells instanceof LongCells c ? c : new LongCells();
    this.doubles = cells instanceof DoubleCells c ? c : new DoubleCells();
    this.bytes = cells instanceof BytesCells c ? c : new BytesCells();
    this.booleans = cells instanceof BooleanCells c ? c : new BooleanCells();
    this.precision = type instanceof DecimalType d ? d.precision() : 0;
    this.scale = type instanceof DecimalType d ? d.scale() : 0;
    this.greatest =
        type == SimpleType.TINYINT
            ? Byte.MAX_VALUE
            : type == SimpleType.SMALLINT
                ? Short.MAX_VALUE
                : type == SimpleType.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
    this.least = -greatest - 1;
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
    return new JsonShape(new byte[0], null, null, 0);
  }

  private static Kind kind(DataType type, Cells cells) {
    if (cells instanceof BuiltCells) {
      return Kind.OTHER;
    }
    if (type instanceof DecimalType) {
      return Kind.DECIMAL;
    }
    return switch ((SimpleType) type) {
      case BOOLEAN -> Kind.BOOLEAN;
      case TINYINT, SMALLINT, INT, BIGINT -> Kind.INTEGRAL;
      case FLOAT -> Kind.FLOAT;
      case DOUBLE -> Kind.DOUBLE;
      case STRING -> Kind.STRING;
      case DATE -> Kind.DATE;
      case TIMESTAMP -> Kind.TIMESTAMP;
      case TIMESTAMP_NTZ -> Kind.TIMESTAMP_NTZ;
      case BINARY, DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> Kind.OTHER;
    };
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
