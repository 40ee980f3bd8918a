package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.batch.SparkHash;
import tidemark.operators.types.DataType;

/** approx_count_distinct: a HyperLogLog++ sketch a group over the values that are not null. */
final class CardinalityAccumulators implements Accumulators {
  /** Spark's seed. */
  private static final long SEED = 42;

  private final DataType type;
  private final CardinalityEstimator estimator;
  private final StateWriter scratch = new StateWriter();
  private @Nullable CardinalitySketch[] sketches = new CardinalitySketch[0];
  private long held;

  CardinalityAccumulators(DataType type, CardinalityEstimator estimator) {
    this.type = type;
    this.estimator = estimator;
  }

  @Override
  public void ensure(int groups) {
    if (groups > sketches.length) {
      sketches = Arrays.copyOf(sketches, Growth.length(sketches.length, groups));
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row)) {
        CardinalitySketch sketch = sketch(groups[i]);
        long before = sketch.memory();
        sketch.add(SparkHash.hash(type, values, row, SEED));
        held += sketch.memory() - before;
      }
    }
  }

  private CardinalitySketch sketch(int group) {
    CardinalitySketch sketch = sketches[group];
    if (sketch == null) {
      sketch = new CardinalitySketch(estimator);
      sketches[group] = sketch;
      held += sketch.memory();
    }
    return sketch;
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    CardinalitySketch from = ((CardinalityAccumulators) other).sketches[otherGroup];
    if (from != null) {
      CardinalitySketch into = sketch(group);
      long before = into.memory();
      into.merge(from);
      held += into.memory() - before;
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    sketch(group).encode(out, scratch);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    CardinalitySketch into = sketch(group);
    long before = into.memory();
    into.mergeEncoded(in);
    held += into.memory() - before;
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    CardinalitySketch sketch = sketches[group];
    ((LongBuilder) out).append(sketch == null ? 0 : sketch.estimate());
  }

  @Override
  public void reset() {
    Arrays.fill(sketches, null);
    held = 0;
  }

  @Override
  public long memory() {
    return held + 4L * sketches.length;
  }
}
