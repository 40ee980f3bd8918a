package tidemark.operators.expr.kernel;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.ArrayColumn;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.kernel.BoundLambda.Given;
import tidemark.operators.types.DataType;

/**
 * Functions over the elements of arrays. A body is computed for the elements of many rows at once;
 * where an element must not be looked at after an earlier one has decided, for the k-th element of
 * every row that is still open.
 */
public final class ElementLambdas {
  private ElementLambdas() {}

  /** What the body makes of each element. */
  public static Evaluator transform(Evaluator array, BoundLambda body) {
    return (batch, rows) -> {
      ArrayColumn in = (ArrayColumn) array.evaluate(batch, rows);
      Elements elements = Elements.of(in, rows);
      return elements.arrays(perElement(body, batch, in, elements), in.nulls());
    };
  }

  private static Column perElement(
      BoundLambda body, Batch batch, ArrayColumn in, Elements elements) {
    Given values = new Given(in.elements(), elements.at);
    return body.parameters() == 1
        ? body.apply(batch, elements.rows, elements.count, values)
        : body.apply(batch, elements.rows, elements.count, values, positions(elements));
  }

  private static Given positions(Elements elements) {
    int[] at = elements.positions();
    int most = 0;
    for (int position : at) {
      most = Math.max(most, position + 1);
    }
    long[] values = new long[most];
    for (int i = 0; i < most; i++) {
      values[i] = i;
    }
    return new Given(new LongColumn(values, null, most), at);
  }

  /** The elements for which the body is true. */
  public static Evaluator filter(Evaluator array, BoundLambda body, DataType element) {
    return (batch, rows) -> {
      ArrayColumn in = (ArrayColumn) array.evaluate(batch, rows);
      Elements elements = Elements.of(in, rows);
      BooleanColumn kept = (BooleanColumn) perElement(body, batch, in, elements);
      ArrayBuilder out = new ArrayBuilder(ColumnBuilder.of(element));
      for (int row = 0; row < batch.size(); row++) {
        int first = out.elements().size();
        for (int i = elements.starts[row]; i < elements.starts[row] + elements.lengths[row]; i++) {
          if (!kept.isNull(i) && kept.get(i)) {
            out.elements().append(in.elements(), elements.at[i]);
          }
        }
        out.closeRow(first);
      }
      return Columns.withNulls(out.build(), in.nulls());
    };
  }

  /**
   * Whether the body gives the deciding value for some element: exists for true, forall (denied)
   * for false. Undecided rows that met a null are null.
   */
  public static Evaluator decided(Evaluator array, BoundLambda body, boolean deciding) {
    return (batch, rows) -> {
      ArrayColumn in = (ArrayColumn) array.evaluate(batch, rows);
      boolean[] values = new boolean[batch.size()];
      boolean[] nulls = new boolean[batch.size()];
      int[] open = open(in, rows);
      Arrays.fill(values, !deciding);
      int count = open.length;
      for (int k = 0; count > 0; k++) {
        count = longEnough(in, open, count, k);
        BooleanColumn round = (BooleanColumn) round(body, batch, in, open, count, k);
        int left = 0;
        for (int i = 0; i < count; i++) {
          int row = open[i];
          if (round.isNull(i)) {
            nulls[row] = true;
          } else if (round.get(i) == deciding) {
            values[row] = deciding;
            nulls[row] = false;
            continue;
          }
          open[left++] = row;
        }
        count = left;
      }
      return new BooleanColumn(
          values, Columns.nulls(nulls, in.nulls(), batch.size()), batch.size());
    };
  }

  private static int[] open(ArrayColumn in, Selection rows) {
    int[] open = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      if (!in.isNull(rows.row(i))) {
        open[count++] = rows.row(i);
      }
    }
    return Arrays.copyOf(open, count);
  }

  /** Keeps the rows that have an element at the position; returns how many. */
  private static int longEnough(ArrayColumn in, int[] open, int count, int position) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (in.length(open[i]) > position) {
        open[left++] = open[i];
      }
    }
    return left;
  }

  private static Column round(
      BoundLambda body, Batch batch, ArrayColumn in, int[] open, int count, int position) {
    return body.apply(batch, open, count, new Given(in.elements(), at(in, open, count, position)));
  }

  private static int[] at(ArrayColumn in, int[] open, int count, int position) {
    int[] at = new int[count];
    for (int i = 0; i < count; i++) {
      at[i] = in.start(open[i]) + position;
    }
    return at;
  }

  /**
   * The elements taken into a state, one after the other.
   *
   * @param bodies the step, and the end if there is one
   */
  public static Evaluator aggregate(
      Evaluator array, Evaluator start, List<BoundLambda> bodies, DataType type) {
    return (batch, rows) -> {
      ArrayColumn in = (ArrayColumn) array.evaluate(batch, rows);
      Column zero = start.evaluate(batch, rows);
      Column[] stateOf = new Column[batch.size()];
      int[] stateAt = new int[batch.size()];
      int[] all = open(in, rows);
      for (int row : all) {
        stateOf[row] = zero;
        stateAt[row] = row;
      }
      takeAll(bodies.get(0), batch, in, all.clone(), zero, stateOf, stateAt);
      ColumnBuilder states = ColumnBuilder.of(bodies.get(0).type());
      for (int row : all) {
        states.append(stateOf[row], stateAt[row]);
      }
      Column ends = states.build();
      if (bodies.size() > 1) {
        int[] at = new int[all.length];
        Arrays.setAll(at, i -> i);
        ends = bodies.get(1).apply(batch, all, all.length, new Given(ends, at));
      }
      return scattered(ends, all, type, batch.size());
    };
  }

  private static void takeAll(
      BoundLambda step,
      Batch batch,
      ArrayColumn in,
      int[] open,
      Column zero,
      Column[] stateOf,
      int[] stateAt) {
    Column states = zero;
    int count = open.length;
    for (int k = 0; count > 0; k++) {
      count = longEnough(in, open, count, k);
      int[] from = new int[count];
      for (int i = 0; i < count; i++) {
        from[i] = stateAt[open[i]];
      }
      Given elements = new Given(in.elements(), at(in, open, count, k));
      states = step.apply(batch, open, count, new Given(states, from), elements);
      for (int i = 0; i < count; i++) {
        stateOf[open[i]] = states;
        stateAt[open[i]] = i;
      }
    }
  }

  /** A column of {@code size} rows that has the values at the listed, ascending rows. */
  private static Column scattered(Column values, int[] rows, DataType type, int size) {
    ColumnBuilder out = ColumnBuilder.of(type);
    for (int i = 0; i < rows.length; i++) {
      while (out.size() < rows[i]) {
        out.appendNull();
      }
      out.append(values, i);
    }
    while (out.size() < size) {
      out.appendNull();
    }
    return out.build();
  }

  /** The elements in the order that the body says of two. */
  public static Evaluator sort(Evaluator array, BoundLambda body, DataType element) {
    return (batch, rows) -> {
      ArrayColumn in = (ArrayColumn) array.evaluate(batch, rows);
      ArrayBuilder out = new ArrayBuilder(ColumnBuilder.of(element));
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        while (out.size() < row) {
          out.closeRow(out.elements().size());
        }
        int first = out.elements().size();
        if (!in.isNull(row)) {
          for (int at : order(batch, in, row, body)) {
            out.elements().append(in.elements(), at);
          }
        }
        out.closeRow(first);
      }
      while (out.size() < batch.size()) {
        out.closeRow(out.elements().size());
      }
      return Columns.withNulls(out.build(), in.nulls());
    };
  }

  private static Integer[] order(Batch batch, ArrayColumn in, int row, BoundLambda body) {
    Integer[] at = new Integer[in.length(row)];
    Arrays.setAll(at, i -> in.start(row) + i);
    int[] rows = {row};
    try {
      Arrays.sort(at, (a, b) -> compare(batch, in, rows, body, a, b));
    } catch (IllegalArgumentException e) {
      throw Failures.argument(
          "array_sort",
          "the function contradicts itself about the order of elements",
          "let it say the opposite of (a, b) for (b, a)");
    }
    return at;
  }

  private static int compare(
      Batch batch, ArrayColumn in, int[] rows, BoundLambda body, int a, int b) {
    Given left = new Given(in.elements(), new int[] {a});
    Given right = new Given(in.elements(), new int[] {b});
    Column order = body.apply(batch, rows, 1, left, right);
    if (order.isNull(0)) {
      throw Failures.argument(
          "array_sort",
          "the function gives null for two elements",
          "say where a null stands, for example with CASE WHEN a IS NULL THEN 1");
    }
    return (int) ((LongColumn) order).get(0);
  }

  /** What the body makes of the elements of two arrays at each position. */
  public static Evaluator zip(Evaluator left, Evaluator right, BoundLambda body) {
    return (batch, rows) -> {
      ArrayColumn a = (ArrayColumn) left.evaluate(batch, rows);
      ArrayColumn b = (ArrayColumn) right.evaluate(batch, rows);
      boolean[] nulls = Columns.nulls(a, b);
      int[] starts = new int[batch.size()];
      int[] lengths = new int[batch.size()];
      int total = 0;
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        starts[row] = total;
        lengths[row] = nulls != null && nulls[row] ? 0 : Math.max(a.length(row), b.length(row));
        total += lengths[row];
      }
      int[] of = new int[total];
      int[] inA = new int[total];
      int[] inB = new int[total];
      for (int i = 0; i < rows.count(); i++) {
        int row = rows.row(i);
        for (int k = 0; k < lengths[row]; k++) {
          int n = starts[row] + k;
          of[n] = row;
          inA[n] = k < a.length(row) ? a.start(row) + k : -1;
          inB[n] = k < b.length(row) ? b.start(row) + k : -1;
        }
      }
      Column values =
          body.apply(batch, of, total, new Given(a.elements(), inA), new Given(b.elements(), inB));
      return new ArrayColumn(values, starts, lengths, nulls, batch.size());
    };
  }
}
