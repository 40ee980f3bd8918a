package tidemark.operators.aggregate;

import java.util.BitSet;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;

/**
 * Accumulators of a call that came when there were groups already. Each says whether it has seen
 * all of its group; the result of one that has not is null. Stored: what the call itself stores,
 * then whether it has.
 */
final class WithheldAccumulators implements Accumulators {
  private final Accumulators call;
  private final BitSet withheld = new BitSet();

  WithheldAccumulators(Accumulators call) {
    this.call = call;
  }

  @Override
  public void ensure(int groups) {
    call.ensure(groups);
  }

  @Override
  public void add(int[] groups, Column[] arguments, Selection rows) {
    call.add(groups, arguments, rows);
  }

  @Override
  public void merge(int group, Accumulators other, int otherGroup) {
    WithheldAccumulators from = (WithheldAccumulators) other;
    call.merge(group, from.call, otherGroup);
    if (from.withheld.get(otherGroup)) {
      withheld.set(group);
    }
  }

  @Override
  public void encode(int group, StateWriter out) {
    call.encode(group, out);
    out.writeBoolean(!withheld.get(group));
  }

  @Override
  public void mergeEncoded(int group, StateReader in) {
    call.mergeEncoded(group, in);
    if (!in.readBoolean()) {
      withheld.set(group);
    }
  }

  @Override
  public void appendResult(int group, ColumnBuilder out) {
    if (withheld.get(group)) {
      out.appendNull();
    } else {
      call.appendResult(group, out);
    }
  }

  @Override
  public void reset() {
    call.reset();
    withheld.clear();
  }

  @Override
  public long memory() {
    return call.memory() + withheld.size() / 8;
  }
}
