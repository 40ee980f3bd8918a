package tidemark.operators.aggregate;

import java.util.Arrays;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.types.DataType;

/** How often each distinct value of one group was added. */
final class ValueCounts {
  private final ValueSet values = new ValueSet();
  private long[] counts = new long[4];

  void add(byte[] source, int offset, int length, long count) {
    int value = values.add(source, offset, length);
    if (value >= counts.length) {
      counts = Arrays.copyOf(counts, Growth.length(counts.length, value + 1));
    }
    counts[value] += count;
  }

  void addAll(ValueCounts from) {
    for (int i = 0; i < from.values.size(); i++) {
      add(from.values.data(), from.values.start(i), from.values.length(i), from.counts[i]);
    }
  }

  int size() {
    return values.size();
  }

  long count(int value) {
    return counts[value];
  }

  /** The values in the order in which they were first added. */
  Column column(DataType type) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    StateReader reader = new StateReader();
    for (int i = 0; i < values.size(); i++) {
      reader.open(values.data(), values.start(i), values.length(i));
      reader.readValue(type, builder);
    }
    return builder.build();
  }

  /** Writes a map from value to count. */
  void encode(StateWriter out) {
    out.writeCount(values.size());
    for (int i = 0; i < values.size(); i++) {
      out.writeRaw(values.data(), values.start(i), values.length(i));
      out.writePresence(true);
      out.writeLong(counts[i]);
    }
  }

  /** Adds a written map. */
  void decode(DataType type, StateReader in) {
    for (int left = in.readCount(); left > 0; left--) {
      int start = in.position();
      in.skipValue(type);
      int end = in.position();
      in.readPresence();
      add(in.bytes(), start, end - start, in.readLong());
    }
  }

  long memory() {
    return values.memory() + 8L * counts.length;
  }
}
