package tidemark.operators.aggregate;

import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.SparkHash;
import tidemark.operators.types.DataType;

/** approx_count_distinct: a HyperLogLog++ sketch a group over the values that are not null. */
final class CardinalityAccumulators extends SketchAccumulators<CardinalitySketch> {
  /** Spark's seed. */
  private static final long SEED = 42;

  private final DataType type;
  private final CardinalityEstimator estimator;
  private final StateWriter scratch = new StateWriter();

  CardinalityAccumulators(DataType type, CardinalityEstimator estimator) {
    this.type = type;
    this.estimator = estimator;
  }

  @Override
  CardinalitySketch create() {
    return new CardinalitySketch(estimator);
  }

  @Override
  void add(CardinalitySketch sketch, Column values, int row) {
    sketch.add(SparkHash.hash(type, values, row, SEED));
  }

  @Override
  void merge(CardinalitySketch into, CardinalitySketch from) {
    into.merge(from);
  }

  @Override
  public void encode(int group, StateWriter out) {
    sketch(group).encode(out, scratch);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    change(group, into -> into.mergeEncoded(in));
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    CardinalitySketch sketch = known(group);
    ((LongBuilder) out).append(sketch == null ? 0 : sketch.estimate());
  }
}
