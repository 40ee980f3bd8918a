package tidemark.operators.stateless;

import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.table.TableIndex;

/** Pairs each batch of a stream with rows of a table that are brought into memory for it alone. */
public final class LookupOperator implements StatelessOperator {
  private final Partners partners;
  private final StaticJoinOperator join;

  /** Brings rows into memory. Used by one thread. */
  @FunctionalInterface
  public interface Partners {
    /** All rows of the table that can be partners of the batch's selected rows, by key. */
    TableIndex of(Batch batch);
  }

  /**
   * @param join pairs a batch with the rows that it is given before
   */
  public LookupOperator(Partners partners, StaticJoinOperator join) {
    this.partners = partners;
    this.join = join;
  }

  @Override
  public void process(Batch batch, Emitter out) {
    join.over(partners.of(batch));
    join.process(batch, out);
  }
}
