package tidemark.runner.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.types.Schema;
import tidemark.runner.inspect.Form;
import tidemark.runner.inspect.RowReader;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.runner.status.CheckpointStatus.WaitingWindow;
import tidemark.statestore.checkpoint.StateVersion;

/** The windows that have groups in the state, counted there. */
public final class WaitingWindows {
  private final int atMost;

  /**
   * @param atMost windows of a step, the earliest ones
   */
  public WaitingWindows(int atMost) {
    this.atMost = atMost;
  }

  /** A window by its end, then its start. */
  private record Window(long end, long start) implements Comparable<Window> {
    @Override
    public int compareTo(Window other) {
      int byEnd = Long.compare(end, other.end);
      return byEnd != 0 ? byEnd : Long.compare(start, other.start);
    }
  }

  /** Reads the rows of every step with windows; the costs are those of reading the state once. */
  public List<WaitingWindow> read(
      StoredBatch batch, StateVersion version, CheckpointStatus status) {
    List<WaitingWindow> all = new ArrayList<>();
    for (StoredStore store : batch.stores()) {
      StoredRows rows = store.decoding().rows(Form.RAW);
      if (store.role() == StoredStore.Role.ROWS && hasWindow(rows.schema())) {
        count(store, rows, version)
            .forEach(
                (window, groups) ->
                    all.add(
                        new WaitingWindow(
                            store.node(),
                            window.start(),
                            window.end(),
                            groups,
                            OpenWindows.needs(
                                window.end(),
                                status.lagMillis(store.node()),
                                status.watermark()))));
      }
    }
    return all;
  }

  private static boolean hasWindow(Schema schema) {
    return schema.size() > 1
        && schema.field(0).name().equals("window_start")
        && schema.field(1).name().equals("window_end");
  }

  /** A window that is left out is later than those that are kept, so it never comes back. */
  private Map<Window, Long> count(StoredStore store, StoredRows rows, StateVersion version) {
    TreeMap<Window, Long> counts = new TreeMap<>();
    new RowReader(store.id(), rows)
        .read(
            version,
            batch -> {
              add(batch, counts);
              return true;
            });
    return counts;
  }

  private void add(Batch batch, TreeMap<Window, Long> counts) {
    LongColumn starts = (LongColumn) batch.column(0);
    LongColumn ends = (LongColumn) batch.column(1);
    for (int row = 0; row < batch.size(); row++) {
      counts.merge(new Window(ends.get(row), starts.get(row)), 1L, Long::sum);
    }
    while (counts.size() > atMost) {
      counts.pollLastEntry();
    }
  }
}
