package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import tidemark.operators.batch.Column;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Physical;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/**
 * Writes the values of one column as JSON, into arrays that have room for them: so room is asked
 * for once a record. Used by one thread.
 *
 * @param <C> the class of the columns of its type
 */
abstract sealed class JsonColumn<C extends Column>
    permits JsonArrays,
        JsonBinaries,
        JsonBooleans,
        JsonDecimals,
        JsonFractions,
        JsonLongDecimals,
        JsonMaps,
        JsonNumbers,
        JsonStrings,
        JsonStructs,
        JsonTimes {
  /** Room for a value of a type whose values are all short, and for null. */
  static final int SHORT = ValueBytes.MOST + 2;

  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private C column;

  /** For columns of a type. */
  static JsonColumn<?> of(DataType type) {
    if (type instanceof StructType struct) {
      return new JsonStructs(struct);
    }
    if (type instanceof ArrayType array) {
      return new JsonArrays(array);
    }
    if (type instanceof MapType map) {
      return new JsonMaps(map);
    }
    if (type instanceof DecimalType decimal) {
      return decimal.physical() == Physical.LONG
          ? new JsonDecimals(decimal.scale())
          : new JsonLongDecimals();
    }
    return switch ((SimpleType) type) {
      case STRING -> new JsonStrings();
      case BINARY -> new JsonBinaries();
      case BOOLEAN -> new JsonBooleans();
      case FLOAT, DOUBLE -> new JsonFractions(type == SimpleType.FLOAT);
      case DATE, TIMESTAMP, TIMESTAMP_NTZ -> new JsonTimes((SimpleType) type);
      default -> new JsonNumbers();
    };
  }

  /** The column whose rows come next. */
  @SuppressWarnings("unchecked")
  final void begin(Column next) {
    column = (C) next;
    within(column);
  }

  /** True if every value is short, so that {@link #most} need not be asked. */
  boolean isShort() {
    return true;
  }

  /**
   * How many bytes writing a row's value touches at most; to be asked before it is written, unless
   * all values are short.
   */
  final int most(int row) {
    return isShort() || column.isNull(row) ? SHORT : most(column, row);
  }

  /** Writes a row's value; the offset behind it. */
  final int write(int row, byte[] target, int at) {
    if (column.isNull(row)) {
      System.arraycopy(NULL, 0, target, at, NULL.length);
      return at + NULL.length;
    }
    return write(column, row, target, at);
  }

  /** Begins the columns that the values are made of. */
  void within(C outer) {}

  /** As {@link #most(int)} for a value that need not be short and is not null. */
  int most(C values, int row) {
    return SHORT;
  }

  /** As {@link #write(int, byte[], int)} for a value that is not null. */
  abstract int write(C values, int row, byte[] target, int at);
}
