package tidemark.operators.aggregate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;

/**
 * The values that are not null, in the order of rows: shown as an array (empty if there are none)
 * or, with a delimiter, as one string (null if there are none).
 */
final class ListAccumulators implements Accumulators {
  private final DataType element;
  private final ListResult result;
  private final Lists lists = new Lists();
  private final StateWriter writer = new StateWriter();
  private final StateReader reader = new StateReader();

  ListAccumulators(DataType element, ListResult result) {
    this.element = element;
    this.result = result;
  }

  @Override
  public void ensure(int groups) {
    lists.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    Column values = arguments[0];
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!values.isNull(row)) {
        writer.reset();
        writer.writeNullable(element, values, row);
        lists.append(groups[i], writer.bytes(), 0, writer.size(), 1);
      }
    }
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    lists.append(group, ((ListAccumulators) other).lists, otherGroup);
  }

  @Override
  public void encode(int group, StateWriter out) {
    out.writeCount(lists.count(group));
    out.writeRaw(lists.bytes(group), 0, lists.length(group));
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    int elements = in.readCount();
    int start = in.position();
    for (int i = 0; i < elements; i++) {
      in.skipNullable(element);
    }
    lists.prepend(group, in.bytes(), start, in.position() - start, elements);
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    reader.open(lists.bytes(group), 0, lists.length(group));
    if (result instanceof ListResult.Joined joined) {
      appendJoined(group, joined.delimiter(), out);
      return;
    }
    if (result instanceof ListResult.Sorted sorted) {
      appendSorted(group, sorted, out);
      return;
    }
    ArrayBuilder array = (ArrayBuilder) out;
    int first = array.elements().size();
    for (int left = lists.count(group); left > 0; left--) {
      reader.readNullable(element, array.elements());
    }
    array.closeRow(first);
  }

  private void appendJoined(int group, String delimiter, ColumnBuilder out) {
    if (lists.count(group) == 0) {
      out.appendNull();
      return;
    }
    byte[] between = delimiter.getBytes(StandardCharsets.UTF_8);
    writer.reset();
    for (int i = 0; i < lists.count(group); i++) {
      if (i > 0) {
        writer.writeRaw(between, 0, between.length);
      }
      reader.readPresence();
      int length = reader.readCount();
      writer.writeRaw(reader.bytes(), reader.position(), length);
      reader.skipRaw(length);
    }
    ((BytesBuilder) out).append(writer.bytes(), 0, writer.size());
  }

  private void appendSorted(int group, ListResult.Sorted sorted, ColumnBuilder out) {
    if (lists.count(group) == 0) {
      out.appendNull();
      return;
    }
    List<byte[]> values = new ArrayList<>();
    for (int left = lists.count(group); left > 0; left--) {
      reader.readPresence();
      int length = reader.readCount();
      int start = reader.position();
      values.add(Arrays.copyOfRange(reader.bytes(), start, start + length));
      reader.skipRaw(length);
    }
    Comparator<byte[]> order = Arrays::compareUnsigned;
    values.sort(sorted.direction() == Direction.ASCENDING ? order : order.reversed());
    byte[] between = sorted.delimiter().getBytes(StandardCharsets.UTF_8);
    writer.reset();
    for (int i = 0; i < values.size(); i++) {
      writer.writeRaw(between, 0, i == 0 ? 0 : between.length);
      writer.writeRaw(values.get(i), 0, values.get(i).length);
    }
    ((BytesBuilder) out).append(writer.bytes(), 0, writer.size());
  }

  @Override
  public void reset() {
    lists.reset();
  }

  @Override
  public long memory() {
    return lists.memory();
  }
}
