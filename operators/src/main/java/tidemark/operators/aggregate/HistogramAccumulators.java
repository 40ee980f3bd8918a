package tidemark.operators.aggregate;

import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Histograms of numbers and times: the places of their bins in the type of the values. */
final class HistogramAccumulators extends SketchAccumulators<NumericHistogram> {
  static final List<Field> STATE =
      List.of(
          Field.notNull(
              "bins",
              new ArrayType(
                  new StructType(
                      List.of(
                          Field.notNull("x", SimpleType.DOUBLE),
                          Field.notNull("y", SimpleType.DOUBLE))))));

  private final NumbersAsDoubles numbers;
  private final int bins;

  HistogramAccumulators(DataType type, int bins) {
    this.numbers = new NumbersAsDoubles(type);
    this.bins = bins;
  }

  @Override
  NumericHistogram create() {
    return new NumericHistogram(bins);
  }

  @Override
  void add(NumericHistogram histogram, Column values, int row) {
    histogram.add(numbers.read(values, row));
  }

  @Override
  void merge(NumericHistogram into, NumericHistogram from) {
    into.merge(from);
  }

  @Override
  public void encode(int group, StateWriter out) {
    sketch(group).encode(out);
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    NumericHistogram stored = NumericHistogram.decode(bins, in);
    stored.merge(sketch(group));
    put(group, stored);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    NumericHistogram histogram = sketch(group);
    if (histogram.used() == 0) {
      out.appendNull();
      return;
    }
    ArrayBuilder array = (ArrayBuilder) out;
    StructBuilder bin = (StructBuilder) array.elements();
    int first = bin.size();
    for (int i = 0; i < histogram.used(); i++) {
      numbers.append(histogram.place(i), bin.field(0));
      ((DoubleBuilder) bin.field(1)).append(histogram.count(i));
      bin.closeRow();
    }
    array.closeRow(first);
  }
}
