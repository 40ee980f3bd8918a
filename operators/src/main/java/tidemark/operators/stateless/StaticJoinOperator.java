package tidemark.operators.stateless;

import java.util.Optional;
import tidemark.operators.Emitter;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.plan.LogicalOp.StaticJoin.Kind;
import tidemark.operators.table.TableIndex;
import tidemark.operators.table.TableProbe;

/**
 * Pairs each row of a stream with its partners in a table, in the order of the stream's rows and,
 * for one row, of the table's. Candidates that an index finds are gathered up to a batch of pairs;
 * what else must be true of a pair is then computed for all of them at once.
 */
public final class StaticJoinOperator implements StatelessOperator {
  private final Kind kind;
  private final TableProbe probe;
  private final Optional<Residue> residue;
  private final JoinedRows joined;
  private final int[] positions = new int[Batch.MAX_ROWS];
  private final int[] rows = new int[Batch.MAX_ROWS];
  private final int[] partners = new int[Batch.MAX_ROWS];
  private int candidates;

  /** The first row of the batch, by position, of which it is not known what becomes of it. */
  private int open;

  private boolean openHasPartner;

  /** What else must be true of a pair, over the columns that it reads. */
  public record Residue(PairColumns columns, Filter condition) {}

  public StaticJoinOperator(
      Kind kind, TableProbe probe, Optional<Residue> residue, JoinedRows joined) {
    this.kind = kind;
    this.probe = probe;
    this.residue = residue;
    this.joined = joined;
  }

  /** From now on partners are found in this index, whose table has the same columns. */
  void over(TableIndex index) {
    probe.over(index);
    joined.over(index.table());
  }

  @Override
  public void process(Batch batch, Emitter out) {
    probe.look(batch);
    open = 0;
    openHasPartner = false;
    candidates = 0;
    joined.begin(batch);
    int count = batch.count();
    for (int i = 0; i < count; i++) {
      collect(batch, i, out);
    }
    settle(batch, count, out);
    joined.flush(out);
  }

  private void collect(Batch batch, int position, Emitter out) {
    int end = probe.end(position);
    for (int place = probe.begin(position); place < end; place++) {
      if (!probe.matches(position, place)) {
        continue;
      }
      positions[candidates] = position;
      rows[candidates] = batch.selection().row(position);
      partners[candidates++] = probe.row(place);
      if (residue.isEmpty() && !pairsRows()) {
        break;
      }
      if (candidates == Batch.MAX_ROWS) {
        settle(batch, position, out);
        if (isSettled(position)) {
          return;
        }
      }
    }
    if (candidates == Batch.MAX_ROWS) {
      settle(batch, position + 1, out);
    }
  }

  /** Whether more partners of the row would change nothing. */
  private boolean isSettled(int position) {
    return !pairsRows() && open == position && openHasPartner;
  }

  private boolean pairsRows() {
    return kind == Kind.INNER || kind == Kind.OUTER;
  }

  /** Decides about the candidates so far; rows before {@code end} have no others. */
  private void settle(Batch batch, int end, Emitter out) {
    Selection kept = Selection.all(candidates);
    if (residue.isPresent() && candidates > 0) {
      Residue rest = residue.get();
      Batch pairs = rest.columns().pairs(batch, joined.table(), rows, partners, candidates);
      kept = rest.condition().keep(pairs, pairs.selection());
    }
    for (int i = 0; i < kept.count(); i++) {
      int pair = kept.row(i);
      closeUpTo(batch, positions[pair], out);
      if (pairsRows()) {
        joined.add(rows[pair], partners[pair], out);
      } else if (kind == Kind.SEMI && !openHasPartner) {
        joined.addAlone(rows[pair], out);
      }
      openHasPartner = true;
    }
    closeUpTo(batch, end, out);
    candidates = 0;
  }

  private void closeUpTo(Batch batch, int position, Emitter out) {
    for (; open < position; open++) {
      if (!openHasPartner && (kind == Kind.OUTER || kind == Kind.ANTI)) {
        joined.addAlone(batch.selection().row(open), out);
      }
      openHasPartner = false;
    }
  }
}
