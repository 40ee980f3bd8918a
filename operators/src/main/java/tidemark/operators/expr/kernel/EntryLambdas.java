package tidemark.operators.expr.kernel;

import java.util.Arrays;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.MapColumn;
import tidemark.operators.batch.ValueComparator;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.BoundLambda.Given;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;

/** Functions over the entries of maps, computed for the entries of many rows at once. */
public final class EntryLambdas {
  private EntryLambdas() {}

  private static Column perEntry(BoundLambda body, Batch batch, MapColumn in, Elements entries) {
    return body.apply(
        batch,
        entries.rows,
        entries.count,
        new Given(in.keys(), entries.at),
        new Given(in.values(), entries.at));
  }

  /** The entries for which the body is true. */
  public static Evaluator filter(Evaluator map, BoundLambda body, MapType type) {
    return (batch, rows) -> {
      MapColumn in = (MapColumn) map.evaluate(batch, rows);
      Elements entries = Elements.of(in, rows);
      BooleanColumn kept = (BooleanColumn) perEntry(body, batch, in, entries);
      MapBuilder out = builder(type);
      for (int row = 0; row < batch.size(); row++) {
        int first = out.keys().size();
        for (int i = entries.starts[row]; i < entries.starts[row] + entries.lengths[row]; i++) {
          if (!kept.isNull(i) && kept.get(i)) {
            out.keys().append(in.keys(), entries.at[i]);
            out.values().append(in.values(), entries.at[i]);
          }
        }
        out.closeRow(first);
      }
      return Columns.withNulls(out.build(), in.nulls());
    };
  }

  private static MapBuilder builder(MapType type) {
    return new MapBuilder(ColumnBuilder.of(type.key()), ColumnBuilder.of(type.value()));
  }

  /** The map under the keys that the body gives. */
  public static Evaluator keys(Evaluator map, BoundLambda body, MapType type) {
    ValueComparator order = ValueComparator.of(type.key());
    return (batch, rows) -> {
      MapColumn in = (MapColumn) map.evaluate(batch, rows);
      Elements entries = Elements.of(in, rows);
      Column keys = perEntry(body, batch, in, entries);
      Column values = taken(in.values(), type.value(), entries);
      for (int i = 0; i < entries.count; i++) {
        if (keys.isNull(i)) {
          throw Failures.argument(
              "transform_keys", "a key is null", "leave the entry out, or use `coalesce`");
        }
        for (int before = entries.starts[entries.rows[i]]; before < i; before++) {
          if (order.compare(keys, before, keys, i) == 0) {
            throw Failures.argument(
                "transform_keys", "a key stands twice", "make the keys distinct");
          }
        }
      }
      return new MapColumn(keys, values, entries.starts, entries.lengths, in.nulls(), batch.size());
    };
  }

  private static Column taken(Column column, DataType type, Elements entries) {
    ColumnBuilder out = ColumnBuilder.of(type);
    for (int i = 0; i < entries.count; i++) {
      out.append(column, entries.at[i]);
    }
    return out.build();
  }

  /** The map with the values that the body gives. */
  public static Evaluator values(Evaluator map, BoundLambda body, DataType key) {
    return (batch, rows) -> {
      MapColumn in = (MapColumn) map.evaluate(batch, rows);
      Elements entries = Elements.of(in, rows);
      Column values = perEntry(body, batch, in, entries);
      Column keys = taken(in.keys(), key, entries);
      return new MapColumn(keys, values, entries.starts, entries.lengths, in.nulls(), batch.size());
    };
  }

  /**
   * What the body makes of the values under each key of two maps: the first one's keys, then those
   * that only the second one has.
   */
  public static Evaluator zip(Evaluator left, Evaluator right, BoundLambda body, MapType leftType) {
    ValueComparator order = ValueComparator.of(leftType.key());
    return (batch, rows) -> {
      MapColumn a = (MapColumn) left.evaluate(batch, rows);
      MapColumn b = (MapColumn) right.evaluate(batch, rows);
      boolean[] nulls = Columns.nulls(a, b);
      Pairs pairs = new Pairs(a, b, order, ColumnBuilder.of(leftType.key()));
      int[] starts = new int[batch.size()];
      int[] lengths = new int[batch.size()];
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        starts[row] = pairs.count;
        if (nulls == null || !nulls[row]) {
          pairs.add(row);
        }
        lengths[row] = pairs.count - starts[row];
      }
      Column keys = pairs.keys.build();
      int[] every = new int[pairs.count];
      Arrays.setAll(every, i -> i);
      Column values =
          body.apply(
              batch,
              pairs.rows,
              pairs.count,
              new Given(keys, every),
              new Given(a.values(), pairs.inA),
              new Given(b.values(), pairs.inB));
      return new MapColumn(keys, values, starts, lengths, nulls, batch.size());
    };
  }

  /** Where the values under the keys of two maps lie; -1 where a map lacks the key. */
  private static final class Pairs {
    private final MapColumn a;
    private final MapColumn b;
    private final ValueComparator order;
    final ColumnBuilder keys;
    int[] rows = new int[16];
    int[] inA = new int[16];
    int[] inB = new int[16];
    int count;

    Pairs(MapColumn a, MapColumn b, ValueComparator order, ColumnBuilder keys) {
      this.a = a;
      this.b = b;
      this.order = order;
      this.keys = keys;
    }

    void add(int row) {
      for (int i = a.start(row); i < a.start(row) + a.length(row); i++) {
        keys.append(a.keys(), i);
        put(row, i, find(b, row, a, i));
      }
      for (int i = b.start(row); i < b.start(row) + b.length(row); i++) {
        if (find(a, row, b, i) < 0) {
          keys.append(b.keys(), i);
          put(row, -1, i);
        }
      }
    }

    private int find(MapColumn in, int row, MapColumn other, int key) {
      for (int i = in.start(row); i < in.start(row) + in.length(row); i++) {
        if (order.compare(in.keys(), i, other.keys(), key) == 0) {
          return i;
        }
      }
      return -1;
    }

    private void put(int row, int atA, int atB) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, 2 * count);
        inA = Arrays.copyOf(inA, 2 * count);
        inB = Arrays.copyOf(inB, 2 * count);
      }
      rows[count] = row;
      inA[count] = atA;
      inB[count++] = atB;
    }
  }
}
