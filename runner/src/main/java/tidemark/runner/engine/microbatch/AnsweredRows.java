package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.PointLookup;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableShare;
import tidemark.runner.report.Amounts;

/** What is kept of the rows that a source answers one question with, as far as memory allows. */
final class AnsweredRows implements PointLookup.Answer {
  private final String source;
  private final long maxBytes;
  private final Supplier<TableShare> places;
  private final List<TableShare> shares = new ArrayList<>();
  private long earlierBytes;
  private long earlierRows;
  private long rows;

  /**
   * @param source the source's id
   * @param maxBytes the memory that its answers may take
   * @param places make a place for rows
   */
  AnsweredRows(String source, long maxBytes, Supplier<TableShare> places) {
    this.source = source;
    this.maxBytes = maxBytes;
    this.places = places;
  }

  @Override
  public void begin() {
    earlierBytes += shares.isEmpty() ? 0 : last().bytes();
    earlierRows = rows;
    shares.add(places.get());
  }

  @Override
  public void add(Batch batch) {
    last().add(batch);
    rows += batch.count();
    long bytes = earlierBytes + last().bytes();
    if (bytes > maxBytes) {
      throw new Failure(
          Code.TM703,
          "what `"
              + source
              + "` answers to the keys of some rows does not fit into memory: "
              + Amounts.count(rows)
              + " rows and more take "
              + Amounts.bytes(bytes)
              + ", and its answers may take "
              + Amounts.bytes(maxBytes),
          "let `match` say more, so that fewer rows belong to a key; or raise `memory: {state: …}`"
              + " and the heap (-Xmx)");
    }
  }

  @Override
  public void forget() {
    shares.set(shares.size() - 1, places.get());
    rows = earlierRows;
  }

  private TableShare last() {
    return shares.get(shares.size() - 1);
  }

  /** All rows; those of each key are its own. */
  StaticTable table() {
    return TableShare.table(shares);
  }
}
