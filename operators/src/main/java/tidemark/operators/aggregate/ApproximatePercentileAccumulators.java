package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Approximate percentiles of numbers and times: a quantile sketch a group. */
final class ApproximatePercentileAccumulators implements Accumulators {
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

  private final DataType type;
  private final Percentages percentages;
  private final double error;
  private @Nullable QuantileSketch[] sketches = new QuantileSketch[0];
  private long held;

  ApproximatePercentileAccumulators(DataType type, Percentages percentages, double error) {
    this.type = type;
    this.percentages = percentages;
    this.error = error;
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
        QuantileSketch sketch = sketch(groups[i]);
        long before = sketch.memory();
        sketch.add(toDouble(values, row));
        held += sketch.memory() - before;
      }
    }
  }

  private QuantileSketch sketch(int group) {
    QuantileSketch sketch = sketches[group];
    if (sketch == null) {
      sketch = new QuantileSketch(error);
      sketches[group] = sketch;
      held += sketch.memory();
    }
    return sketch;
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    QuantileSketch from = ((ApproximatePercentileAccumulators) other).sketches[otherGroup];
    if (from != null) {
      QuantileSketch into = sketch(group);
      long before = into.memory();
      into.merge(from.settledCopy());
      held += into.memory() - before;
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    QuantileSketch sketch = sketch(group);
    long before = sketch.memory();
    sketch.settle();
    held += sketch.memory() - before;
    sketch.encode(out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    QuantileSketch own = sketch(group);
    QuantileSketch merged = QuantileSketch.decode(error, in);
    held += merged.memory() - own.memory();
    long before = merged.memory();
    merged.merge(own.settledCopy());
    held += merged.memory() - before;
    sketches[group] = merged;
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    QuantileSketch sketch = sketch(group);
    long before = sketch.memory();
    sketch.settle();
    held += sketch.memory() - before;
    if (sketch.count() == 0) {
      out.appendNull();
    } else if (percentages instanceof Percentages.One one) {
      append(sketch.quantile(one.fraction()), out);
    } else {
      ArrayBuilder array = (ArrayBuilder) out;
      int first = array.elements().size();
      for (double fraction : percentages.fractions()) {
        append(sketch.quantile(fraction), array.elements());
      }
      array.closeRow(first);
    }
  }

  private double toDouble(Column values, int row) {
    if (values instanceof DoubleColumn doubles) {
      return doubles.get(row);
    }
    if (values instanceof DecimalColumn decimals) {
      return decimals.get(row).doubleValue();
    }
    long value = ((LongColumn) values).get(row);
    return type instanceof DecimalType decimal
        ? BigDecimal.valueOf(value, decimal.scale()).doubleValue()
        : (double) value;
  }

  private void append(double value, ColumnBuilder out) {
    if (out instanceof DoubleBuilder doubles) {
      doubles.append(value);
    } else if (type instanceof DecimalType decimal) {
      BigDecimal rounded =
          BigDecimal.valueOf(value).setScale(decimal.scale(), RoundingMode.HALF_UP);
      if (out instanceof DecimalBuilder decimals) {
        decimals.append(rounded);
      } else {
        ((LongBuilder) out).append(rounded.unscaledValue().longValue());
      }
    } else {
      ((LongBuilder) out).append((long) value);
    }
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
