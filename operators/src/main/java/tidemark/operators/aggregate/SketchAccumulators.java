package tidemark.operators.aggregate;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;

/**
 * A sketch a group, made when it is needed first, whose memory is counted.
 *
 * @param <S> the kind of sketch
 */
abstract sealed class SketchAccumulators<S extends Sketch> implements Accumulators
    permits ApproximatePercentileAccumulators, CardinalityAccumulators, HistogramAccumulators {
  private @Nullable Object[] sketches = new Object[0];
  private long held;

  /** One that has seen no value. */
  abstract S create();

  /** Adds a value that is not null. */
  abstract void add(S sketch, Column values, int row);

  /** Adds what another one has seen, which stays as it is. */
  abstract void merge(S into, S from);

  /** The group's sketch; null if none was needed yet. */
  @SuppressWarnings("unchecked") // only sketches of create() and put() are in it
  final @Nullable S known(int group) {
    return (S) sketches[group];
  }

  /** The group's sketch. */
  final S sketch(int group) {
    S sketch = known(group);
    if (sketch == null) {
      sketch = create();
      sketches[group] = sketch;
      held += sketch.memory();
    }
    return sketch;
  }

  /** Puts another sketch in the place of the group's. */
  final void put(int group, S sketch) {
    held += sketch.memory() - sketch(group).memory();
    sketches[group] = sketch;
  }

  /** Changes the group's sketch. */
  final void change(int group, Consumer<S> change) {
    S sketch = sketch(group);
    long before = sketch.memory();
    change.accept(sketch);
    held += sketch.memory() - before;
  }

  @Override
  public final void ensure(int groups) {
    if (groups > sketches.length) {
      sketches = Arrays.copyOf(sketches, Growth.length(sketches.length, groups));
    }
  }

  @Override
  public final void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row)) {
        S sketch = sketch(groups[i]);
        long before = sketch.memory();
        add(sketch, values, row);
        held += sketch.memory() - before;
      }
    }
  }

  @Override
  @SuppressWarnings("unchecked") // shares of one call have accumulators of one class
  public final void merge(int group, Accumulators other, int otherGroup) {
    S from = ((SketchAccumulators<S>) other).known(otherGroup);
    if (from != null) {
      change(group, into -> merge(into, from));
    }
  }

  @Override
  public final void reset() {
    Arrays.fill(sketches, null);
    held = 0;
  }

  @Override
  public final long memory() {
    return held + 4L * sketches.length;
  }
}
