package tidemark.operators.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DataType;

/** Columns of one type, one behind the other, as one column whose arrays are exactly as large. */
public final class Concatenation {
  /** The most bytes that the texts of one column can take together. */
  public static final long MAX_BYTES = Integer.MAX_VALUE - 16;

  private Concatenation() {}

  /**
   * The values of all parts in order.
   *
   * @throws IllegalArgumentException if the texts take more than {@link #MAX_BYTES} together
   */
  public static Column of(DataType type, List<Column> parts) {
    int size = parts.stream().mapToInt(Column::size).sum();
    return switch (type.physical()) {
      case LONG -> longs(parts, size);
      case DOUBLE -> doubles(parts, size);
      case BOOLEAN -> booleans(parts, size);
      case BYTES -> bytes(parts, size);
      case DECIMAL, ARRAY, MAP, STRUCT -> appended(type, parts);
    };
  }

  private static Column longs(List<Column> parts, int size) {
    long[] values = new long[size];
    int at = 0;
    for (Column part : parts) {
      System.arraycopy(((LongColumn) part).values(), 0, values, at, part.size());
      at += part.size();
    }
    return new LongColumn(values, nulls(parts, size), size);
  }

  private static Column doubles(List<Column> parts, int size) {
    double[] values = new double[size];
    int at = 0;
    for (Column part : parts) {
      System.arraycopy(((DoubleColumn) part).values(), 0, values, at, part.size());
      at += part.size();
    }
    return new DoubleColumn(values, nulls(parts, size), size);
  }

  private static Column booleans(List<Column> parts, int size) {
    boolean[] values = new boolean[size];
    int at = 0;
    for (Column part : parts) {
      System.arraycopy(((BooleanColumn) part).values(), 0, values, at, part.size());
      at += part.size();
    }
    return new BooleanColumn(values, nulls(parts, size), size);
  }

  private static Column bytes(List<Column> parts, int size) {
    long all = 0;
    for (Column part : parts) {
      for (int row = 0; row < part.size(); row++) {
        all += ((BytesColumn) part).length(row);
      }
    }
    if (all > MAX_BYTES) {
      throw new IllegalArgumentException("texts of " + all + " bytes in one column");
    }
    byte[] data = new byte[(int) all];
    int[] starts = new int[size];
    int[] lengths = new int[size];
    int at = 0;
    int used = 0;
    for (Column part : parts) {
      BytesColumn texts = (BytesColumn) part;
      for (int row = 0; row < part.size(); row++) {
        System.arraycopy(texts.data(), texts.start(row), data, used, texts.length(row));
        starts[at] = used;
        lengths[at++] = texts.length(row);
        used += texts.length(row);
      }
    }
    return new BytesColumn(data, starts, lengths, nulls(parts, size), size);
  }

  private static Column appended(DataType type, List<Column> parts) {
    ColumnBuilder all = ColumnBuilder.of(type);
    for (Column part : parts) {
      for (int row = 0; row < part.size(); row++) {
        all.append(part, row);
      }
    }
    return all.build();
  }

  private static boolean @Nullable [] nulls(List<Column> parts, int size) {
    if (parts.stream().noneMatch(Column::hasNulls)) {
      return null;
    }
    boolean[] nulls = new boolean[size];
    int at = 0;
    for (Column part : parts) {
      for (int row = 0; row < part.size(); row++) {
        nulls[at++] = part.isNull(row);
      }
    }
    return nulls;
  }
}
