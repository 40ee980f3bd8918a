package tidemark.operators.join;

import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.expr.Filter;
import tidemark.operators.plan.JoinKind;
import tidemark.operators.plan.Side;
import tidemark.operators.state.KeyGroupRows;

/**
 * Pairs and rows without partner of one partition on their way out. Pairs are gathered up to a
 * batch, then it is computed for all of them what else must be true. Used by one thread; {@link
 * #flush} at the end.
 */
final class JoinOutput {
  private final JoinShape shape;
  private final Optional<Filter> rest;
  private final UnaryOperator<Batch> output;
  private final Emitter out;
  private final StoredSide left;
  private final StoredSide right;
  private KeyedRows newLeft = KeyedRows.NONE;
  private KeyedRows newRight = KeyedRows.NONE;
  private final boolean marksLeft;
  private final boolean marksRight;
  private final int rightColumn;
  private final BatchBuilder pairs;
  private final BatchBuilder alone;
  private final int[] leftPositions = new int[Batch.MAX_ROWS];
  private final int[] rightPositions = new int[Batch.MAX_ROWS];
  private final byte[] @Nullable [] storedKeys = new byte[Batch.MAX_ROWS][];
  private final byte[] @Nullable [] storedValues = new byte[Batch.MAX_ROWS][];

  JoinOutput(JoinShape shape, StoredSide left, StoredSide right, Emitter out) {
    this.shape = shape;
    this.rest = shape.rest().get();
    this.output = shape.output().get();
    this.out = out;
    this.left = left;
    this.right = right;
    this.marksLeft = shape.marksPartners(Side.LEFT);
    this.marksRight = shape.marksPartners(Side.RIGHT);
    this.rightColumn = shape.left().kept().size();
    this.pairs = new BatchBuilder(shape.pair());
    this.alone = new BatchBuilder(shape.pair());
  }

  /** The positions that follow are those of these rows; pairs of others must have been flushed. */
  void begin(KeyedRows left, KeyedRows right) {
    newLeft = left;
    newRight = right;
  }

  /** Two new rows. */
  void pair(int leftPosition, int rightPosition) {
    if (isDone(leftPosition)) {
      return;
    }
    int at = pairs.rows();
    leftPositions[at] = leftPosition;
    rightPositions[at] = rightPosition;
    left.read(newLeft.part(leftPosition), newLeft.number(leftPosition), pairs, 0);
    right.read(newRight.part(rightPosition), newRight.number(rightPosition), pairs, rightColumn);
    closePair();
  }

  /** A stored row of the left side and a new one of the right. */
  void pairStoredLeft(byte[] storedKey, byte[] storedValue, int rightPosition) {
    if (!shape.kind().pairs() && left.isMatched(storedValue)) {
      return;
    }
    int at = pairs.rows();
    leftPositions[at] = -1;
    rightPositions[at] = rightPosition;
    if (marksLeft) {
      storedKeys[at] = storedKey;
      storedValues[at] = storedValue;
    }
    left.read(storedValue, pairs, 0);
    right.read(newRight.part(rightPosition), newRight.number(rightPosition), pairs, rightColumn);
    closePair();
  }

  /** A new row of the left side and a stored one of the right. */
  void pairStoredRight(int leftPosition, byte[] storedKey, byte[] storedValue) {
    if (isDone(leftPosition)) {
      return;
    }
    int at = pairs.rows();
    leftPositions[at] = leftPosition;
    rightPositions[at] = -1;
    if (marksRight) {
      storedKeys[at] = storedKey;
      storedValues[at] = storedValue;
    }
    left.read(newLeft.part(leftPosition), newLeft.number(leftPosition), pairs, 0);
    right.read(storedValue, pairs, rightColumn);
    closePair();
  }

  private boolean isDone(int leftPosition) {
    return !shape.kind().pairs() && newLeft.isMatched(leftPosition);
  }

  /** A new row that found no partner. */
  void alone(Side side, NewRows rows, int number) {
    stored(side).read(rows, number, alone, side == Side.LEFT ? 0 : rightColumn);
    closeAlone(side);
  }

  /** The stored row that was found, which has had no partner. */
  void alone(Side side, KeyGroupRows found) {
    stored(side).read(found, alone, side == Side.LEFT ? 0 : rightColumn);
    closeAlone(side);
  }

  private StoredSide stored(Side side) {
    return side == Side.LEFT ? left : right;
  }

  private void closeAlone(Side side) {
    int from = side == Side.LEFT ? rightColumn : 0;
    int to = side == Side.LEFT ? shape.pair().size() : rightColumn;
    for (int i = from; i < to; i++) {
      alone.column(i).appendNull();
    }
    alone.closeRow();
    if (alone.isFull()) {
      out.emit(output.apply(alone.take()));
    }
  }

  private void closePair() {
    pairs.closeRow();
    if (pairs.isFull()) {
      flushPairs();
    }
  }

  /** Decides about the pairs so far: afterwards it is known which rows have partners. */
  void flushPairs() {
    if (pairs.rows() == 0) {
      return;
    }
    Batch batch = pairs.take();
    Selection kept =
        rest.isPresent() ? rest.get().keep(batch, batch.selection()) : batch.selection();
    if (marksLeft || marksRight) {
      kept = mark(kept);
    }
    if (kept.count() > 0 && shape.kind() != JoinKind.LEFT_ANTI) {
      out.emit(output.apply(batch.select(kept)));
    }
  }

  /** Notes who has partners; answers the pairs that come out. */
  private Selection mark(Selection kept) {
    int[] first = new int[kept.count()];
    int count = 0;
    for (int i = 0; i < kept.count(); i++) {
      int at = kept.row(i);
      boolean news = !marksLeft || markLeft(at);
      if (marksRight) {
        markRight(at);
      }
      if (news || shape.kind().pairs()) {
        first[count++] = at;
      }
    }
    return Selection.of(first, count);
  }

  /** True if it is the left row's first partner. */
  private boolean markLeft(int at) {
    int position = leftPositions[at];
    if (position >= 0) {
      boolean news = !newLeft.isMatched(position);
      newLeft.match(position);
      return news;
    }
    return markStored(left, at);
  }

  private void markRight(int at) {
    int position = rightPositions[at];
    if (position >= 0) {
      newRight.match(position);
    } else {
      markStored(right, at);
    }
  }

  private boolean markStored(StoredSide side, int at) {
    byte[] value = Objects.requireNonNull(storedValues[at]);
    if (side.isMatched(value)) {
      return false;
    }
    side.match(Objects.requireNonNull(storedKeys[at]), value);
    return true;
  }

  /** Hands out what is left. */
  void flush() {
    flushPairs();
    if (alone.rows() > 0) {
      out.emit(output.apply(alone.take()));
    }
  }
}
