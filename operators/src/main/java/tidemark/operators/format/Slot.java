package tidemark.operators.format;

import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Where the values of a needed column go and how they are read, decided once a decoder. */
final class Slot {
  /** How the bytes of a value are read. */
  enum Kind {
    /** The value is not needed. */
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
    BINARY,
    /** Nested values and wide decimals, which a builder takes. */
    BUILT,
    /** Intervals. */
    OTHER
  }

  final Kind kind;

  /** The range of an integral type. */
  final long least;

  final long greatest;

  /** Of a decimal. */
  final int precision;

  final int scale;

  /** The column's cells, in the field of their kind; the others are unused. */
  final LongCells longs;

  final DoubleCells doubles;
  final BytesCells bytes;
  final BooleanCells booleans;
  final BuiltCells built;
  private final boolean isLong;
  private final boolean isDouble;

  /** A slot for values of a type, or for values that are not needed. */
  Slot(@Nullable DataType type, @Nullable Cells cells) {
    this.kind = type == null || cells == null ? Kind.SKIP : kind(type, cells);
    this.longs = cells instanceof LongCells c ? c : new LongCells();
    this.doubles = cells instanceof DoubleCells c ? c : new DoubleCells();
    this.bytes = cells instanceof BytesCells c ? c : new BytesCells();
    this.booleans = cells instanceof BooleanCells c ? c : new BooleanCells();
    this.built = cells instanceof BuiltCells c ? c : new BuiltCells(new LongBuilder());
    this.isLong = cells instanceof LongCells;
    this.isDouble = cells instanceof DoubleCells;
    this.precision = type instanceof DecimalType d ? d.precision() : 0;
    this.scale = type instanceof DecimalType d ? d.scale() : 0;
    this.greatest = greatest(type);
    this.least = -greatest - 1;
  }

  /** Whether values go to {@link #longs}. */
  boolean isLong() {
    return isLong;
  }

  /** Whether values go to {@link #doubles}. */
  boolean isDouble() {
    return isDouble;
  }

  private static long greatest(@Nullable DataType type) {
    if (type == SimpleType.TINYINT) {
      return Byte.MAX_VALUE;
    }
    if (type == SimpleType.SMALLINT) {
      return Short.MAX_VALUE;
    }
    return type == SimpleType.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  private static Kind kind(DataType type, Cells cells) {
    if (cells instanceof BuiltCells) {
      return Kind.BUILT;
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
      case BINARY -> Kind.BINARY;
      case DATE -> Kind.DATE;
      case TIMESTAMP -> Kind.TIMESTAMP;
      case TIMESTAMP_NTZ -> Kind.TIMESTAMP_NTZ;
      case DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> Kind.OTHER;
    };
  }
}
