package tidemark.runner.baseline;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;
import tidemark.runner.layout.StoreLayout.StoredField;
import tidemark.runner.layout.Widening;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StoreId;

/** What the rows of a state prove, by reading all rows of the store that is asked about. */
public final class ScannedRows implements StoredFacts {
  private final Layout layout;
  private final Rows rows;

  /** Reads stores. */
  @FunctionalInterface
  public interface Rows {
    /** A store's rows; none if there is no such store. */
    StateCursor scan(StoreId store, KeyRange range);
  }

  /**
   * @param layout describes the rows
   */
  public ScannedRows(Layout layout, Rows rows) {
    this.layout = layout;
    this.rows = rows;
  }

  @Override
  public boolean fits(String step, int field, DataType type) {
    return all(step, field, value -> value.isNull() || value.fits(type));
  }

  @Override
  public boolean hasNoNull(String step, int field) {
    return all(step, field, value -> !value.isNull());
  }

  @Override
  public boolean areKnown() {
    return true;
  }

  private boolean all(String step, int field, Predicate<Value> holds) {
    Optional<NodeLayout> node = layout.node(step);
    for (StoreLayout store : node.flatMap(NodeLayout::state).orElseThrow().stores()) {
      boolean isKey = store.key().stream().anyMatch(f -> f.id() == field);
      boolean isValue = store.value().stream().anyMatch(f -> f.id() == field);
      if (isKey || isValue && store.rowValue() == RowValue.FIELDS) {
        return all(new StoreId(node.get().storeOwner(), store.name()), store, field, isKey, holds);
      }
    }
    return false;
  }

  private boolean all(
      StoreId id, StoreLayout store, int field, boolean isKey, Predicate<Value> holds) {
    try (StateCursor cursor = rows.scan(id, KeyRange.all())) {
      while (cursor.next()) {
        Optional<Value> value =
            isKey ? inKey(store, field, cursor.key()) : inValue(store, field, cursor.value());
        if (value.isPresent() && !holds.test(value.get())) {
          return false;
        }
      }
    }
    return true;
  }

  private static Optional<Value> inKey(StoreLayout store, int field, byte[] key) {
    KeyReader in = new KeyReader(key, 0);
    for (KeyPart part : store.rowKey()) {
      switch (part.kind()) {
        case GROUP -> {
          byte unused = in.readByte();
        }
        case TIME, CLOSING, NUMBER -> {
          long unused = in.readLong();
        }
        case KEY -> {
          StateField read =
              store.key().stream().filter(f -> f.id() == part.field()).findFirst().orElseThrow();
          ColumnBuilder out = ColumnBuilder.of(read.type());
          KeyCodec.read(in, read.type(), out);
          if (read.id() == field) {
            return Optional.of(new Value(out.build(), read.type()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A row of a layout that lacks the field has no value that could be wrong. */
  private static Optional<Value> inValue(StoreLayout store, int field, byte[] value) {
    StateReader in = new StateReader(value);
    List<StoredField> fields = store.layouts().getOrDefault(in.readCount(), List.of());
    for (StoredField each : fields) {
      Field read = new Field("", each.type(), each.nullable());
      if (each.id() == field) {
        ColumnBuilder out = ColumnBuilder.of(each.type());
        in.readField(read, out);
        return Optional.of(new Value(out.build(), each.type()));
      }
      in.skipField(read);
    }
    return Optional.empty();
  }

  /** One stored value, as a column of one row. */
  private record Value(Column column, DataType stored) {
    boolean isNull() {
      return column.isNull(0);
    }

    boolean fits(DataType type) {
      if (Widening.keepsValues(stored, type)) {
        return true;
      }
      if (!Widening.dependsOnValues(stored, type)) {
        return false;
      }
      if (stored instanceof DecimalType from && type instanceof DecimalType to) {
        BigDecimal bare = decimal(from).stripTrailingZeros();
        return bare.scale() <= to.scale()
            && bare.precision() - bare.scale() <= to.precision() - to.scale();
      }
      if (column instanceof DoubleColumn doubles && type == SimpleType.FLOAT) {
        double value = doubles.get(0);
        return Double.isNaN(value) || (double) (float) value == value;
      }
      return column instanceof LongColumn longs
          && stored instanceof SimpleType
          && type instanceof SimpleType simple
          && fits(longs.get(0), simple);
    }

    private BigDecimal decimal(DecimalType type) {
      return column instanceof LongColumn longs
          ? BigDecimal.valueOf(longs.get(0), type.scale())
          : ((DecimalColumn) column).get(0);
    }

    private static boolean fits(long value, SimpleType type) {
      return switch (type) {
        case TINYINT -> value == (byte) value;
        case SMALLINT -> value == (short) value;
        case INT -> value == (int) value;
        case BIGINT -> true;
        default -> false;
      };
    }
  }
}
