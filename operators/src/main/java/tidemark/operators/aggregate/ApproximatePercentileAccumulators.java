package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Approximate percentiles of numbers and times: a quantile sketch a group. */
final class ApproximatePercentileAccumulators extends SketchAccumulators<QuantileSketch> {
  static final List<Field> STATE =
      List.of(
          Field.notNull("count", SimpleType.BIGINT),
          Field.notNull(
              "samples",
              new ArrayType(
                  new StructType(
                      List.of(
                          Field.notNull("value", SimpleType.DOUBLE),
                          Field.notNull("gap", SimpleType.BIGINT),
                          Field.notNull("delta", SimpleType.BIGINT))))));

  private final NumbersAsDoubles numbers;
  private final Percentages percentages;
  private final double error;

  ApproximatePercentileAccumulators(DataType type, Percentages percentages, double error) {
    this.numbers = new NumbersAsDoubles(type);
    this.percentages = percentages;
    this.error = error;
  }

  @Override
  QuantileSketch create() {
    return new QuantileSketch(error);
  }

  @Override
  void add(QuantileSketch sketch, Column values, int row) {
    sketch.add(numbers.read(values, row));
  }

  @Override
  void merge(QuantileSketch into, QuantileSketch from) {
    into.merge(from.settledCopy());
  }

  @Override
  public void encode(int group, StateWriter out) {
    change(group, QuantileSketch::settle);
    sketch(group).encode(out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    QuantileSketch merged = QuantileSketch.decode(error, in);
    merged.merge(sketch(group).settledCopy());
    put(group, merged);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    change(group, QuantileSketch::settle);
    QuantileSketch sketch = sketch(group);
    if (sketch.count() == 0) {
      out.appendNull();
    } else if (percentages instanceof Percentages.One one) {
      numbers.append(sketch.quantile(one.fraction()), out);
    } else {
      ArrayBuilder array = (ArrayBuilder) out;
      int first = array.elements().size();
      for (double fraction : percentages.fractions()) {
        numbers.append(sketch.quantile(fraction), array.elements());
      }
      array.closeRow(first);
    }
  }
}
