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
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Histograms of numbers and times: the places of their bins in the type of the values. */
final class HistogramAccumulators implements Accumulators {
  static final List<Field> STATE =
      List.of(
          Field.notNull(
              "bins",
              new ArrayType(
                  new StructType(
                      List.of(
                          Field.notNull("x", SimpleType.DOUBLE),
                          Field.notNull("y", SimpleType.DOUBLE))))));

  private final DataType type;
  private final int bins;
  private @Nullable NumericHistogram[] histograms = new NumericHistogram[0];
  private long held;

  HistogramAccumulators(DataType type, int bins) {
    this.type = type;
    this.bins = bins;
  }

  @Override
  public void ensure(int groups) {
    if (groups > histograms.length) {
      histograms = Arrays.copyOf(histograms, Growth.length(histograms.length, groups));
    }
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row)) {
        NumericHistogram histogram = histogram(groups[i]);
        long before = histogram.memory();
        histogram.add(toDouble(values, row));
        held += histogram.memory() - before;
      }
    }
  }

  private NumericHistogram histogram(int group) {
    NumericHistogram histogram = histograms[group];
    if (histogram == null) {
      histogram = new NumericHistogram(bins);
      histograms[group] = histogram;
      held += histogram.memory();
    }
    return histogram;
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    NumericHistogram from = ((HistogramAccumulators) other).histograms[otherGroup];
    if (from != null) {
      NumericHistogram into = histogram(group);
      long before = into.memory();
      into.merge(from);
      held += into.memory() - before;
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    histogram(group).encode(out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    NumericHistogram own = histogram(group);
    NumericHistogram stored = NumericHistogram.decode(bins, in);
    stored.merge(own);
    held += stored.memory() - own.memory();
    histograms[group] = stored;
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    NumericHistogram histogram = histogram(group);
    if (histogram.used() == 0) {
      out.appendNull();
      return;
    }
    ArrayBuilder array = (ArrayBuilder) out;
    StructBuilder bin = (StructBuilder) array.elements();
    int first = bin.size();
    for (int i = 0; i < histogram.used(); i++) {
      append(histogram.place(i), bin.field(0));
      ((DoubleBuilder) bin.field(1)).append(histogram.count(i));
      bin.closeRow();
    }
    array.closeRow(first);
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
      doubles.append(type == SimpleType.FLOAT ? (float) value : value);
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
    Arrays.fill(histograms, null);
    held = 0;
  }

  @Override
  public long memory() {
    return held + 4L * histograms.length;
  }
}
