package tidemark.operators.builtin.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.types.Schema;

/**
 * Prints each micro-batch that has rows as a table when it is committed: its first rows and how
 * many there are. A batch that is repeated after a crash is printed again.
 */
public final class ConsoleSink implements Sink {
  private final PrintStream out;
  private final Schema schema;
  private final int maxRows;
  private final int maxWidth;

  /**
   * @param maxRows rows shown of a micro-batch
   * @param maxWidth characters shown of a cell
   */
  public ConsoleSink(PrintStream out, Schema schema, int maxRows, int maxWidth) {
    this.out = out;
    this.schema = schema;
    this.maxRows = maxRows;
    this.maxWidth = maxWidth;
  }

  @Override
  public Delivery delivery() {
    return Delivery.NONE;
  }

  @Override
  public Outcome outcome(OperationKey key) {
    return Outcome.ABSENT;
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new Shown(key);
  }

  @Override
  public void close() {
    out.flush();
  }

  private void print(OperationKey key, SortedMap<Integer, Part> parts) {
    long count = parts.values().stream().mapToLong(part -> part.count).sum();
    if (count == 0) {
      return;
    }
    TextTable table = new TextTable(schema.names(), maxWidth);
    parts.values().stream().flatMap(p -> p.rows.stream()).limit(maxRows).forEach(table::add);
    StringBuilder text = new StringBuilder();
    text.append("batch ").append(key.batch()).append(", ").append(key.sink()).append(": ");
    text.append(count).append(count == 1 ? " row" : " rows");
    text.append(count > maxRows ? ", the first " + maxRows + " shown\n" : "\n");
    List<Boolean> numeric = schema.fields().stream().map(f -> f.type().isNumeric()).toList();
    table.lines(numeric).forEach(line -> text.append(line).append('\n'));
    out.print(text.append('\n'));
    out.flush();
  }

  private final class Shown implements SinkBatch {
    private final OperationKey key;
    private final SortedMap<Integer, Part> parts = new ConcurrentSkipListMap<>();
    private boolean printed;

    Shown(OperationKey key) {
      this.key = key;
    }

    @Override
    public SinkWriter writer(int partition) {
      return parts.computeIfAbsent(partition, p -> new Part());
    }

    @Override
    public void prepare() {}

    @Override
    public void commit() {
      if (!printed) {
        printed = true;
        print(key, parts);
      }
    }

    @Override
    public void close() {}
  }

  /** The first rows of a partition, as text, and how many there are. */
  private final class Part implements SinkWriter {
    private final Encoder encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
    private final List<List<String>> rows = new ArrayList<>();
    private long count;

    @Override
    public void write(Batch batch) {
      count += batch.count();
      int wanted = Math.min(batch.count(), maxRows - rows.size());
      if (wanted <= 0) {
        return;
      }
      int[] first = new int[wanted];
      for (int i = 0; i < wanted; i++) {
        first[i] = batch.selection().row(i);
      }
      rows.addAll(RowTexts.of(batch.select(Selection.of(first, wanted)), encoder));
    }
  }
}
