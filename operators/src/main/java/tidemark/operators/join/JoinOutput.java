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
  private final KeyedRows newLeft;
  private final KeyedRows newRight;
  private final boolean marksLeft;
  private final boolean marksRight;
  private final GatheredRows leftRows;
  private final GatheredRows rightRows;
  private final BatchBuilder pairs;
  private final LoneRows loneLeft;
  private final LoneRows loneRight;
  private final int[] leftPositions = new int[Batch.MAX_ROWS];
  private final int[] rightPositions = new int[Batch.MAX_ROWS];
  private final byte[] @Nullable [] storedKeys = new byte[Batch.MAX_ROWS][];
  private final byte[] @Nullable [] storedValues = new byte[Batch.MAX_ROWS][];

  /**
   * @param newLeft whose positions are given; pairs must be flushed before it takes other rows
   * @param newRight the same
   */
  JoinOutput(
      JoinShape shape,
      StoredSide left,
      StoredSide right,
      KeyedRows newLeft,
      KeyedRows newRight,
      Emitter out) {
    this.shape = shape;
    this.rest = shape.rest().get();
    this.output = shape.output().get();
    this.out = out;
    this.left = left;
    this.right = right;
    this.newLeft = newLeft;
    this.newRight = newRight;
    this.marksLeft = shape.marksPartners(Side.LEFT);
    this.marksRight = shape.marksPartners(Side.RIGHT);
    this.leftRows = new GatheredRows(left.form(), shape.left().kept().fields());
    this.rightRows = new GatheredRows(right.form(), shape.right().kept().fields());
    this.pairs = new BatchBuilder(shape.pair());
    this.loneLeft = new LoneRows(shape, Side.LEFT, left.form(), this::emit);
    this.loneRight = new LoneRows(shape, Side.RIGHT, right.form(), this::emit);
  }

  private void emit(Batch batch) {
    out.emit(output.apply(batch));
  }

  /** Two new rows. */
  void pair(int leftPosition, int rightPosition) {
    if (isDone(leftPosition)) {
      return;
    }
    addLeft(leftPosition);
    addRight(rightPosition);
    closePair();
  }

  /** A stored row of the left side and a new one of the right. */
  void pairStoredLeft(byte[] storedKey, byte[] storedValue, int rightPosition) {
    if (!shape.kind().pairs() && left.form().isMatched(storedValue, 0)) {
      return;
    }
    int at = leftRows.count();
    leftPositions[at] = -1;
    if (marksLeft) {
      storedKeys[at] = storedKey;
      storedValues[at] = storedValue;
    }
    leftRows.add(storedValue, 0, storedValue.length);
    addRight(rightPosition);
    closePair();
  }

  /** A new row of the left side and a stored one of the right. */
  void pairStoredRight(int leftPosition, byte[] storedKey, byte[] storedValue) {
    if (isDone(leftPosition)) {
      return;
    }
    int at = rightRows.count();
    rightPositions[at] = -1;
    if (marksRight) {
      storedKeys[at] = storedKey;
      storedValues[at] = storedValue;
    }
    addLeft(leftPosition);
    rightRows.add(storedValue, 0, storedValue.length);
    closePair();
  }

  private void addLeft(int position) {
    leftPositions[leftRows.count()] = position;
    leftRows.add(newLeft.part(position), newLeft.place(position));
  }

  private void addRight(int position) {
    rightPositions[rightRows.count()] = position;
    rightRows.add(newRight.part(position), newRight.place(position));
  }

  private boolean isDone(int leftPosition) {
    return !shape.kind().pairs() && newLeft.isMatched(leftPosition);
  }

  /** A new row that found no partner. */
  void alone(Side side, NewRows rows, int place) {
    lone(side).add(rows, place);
  }

  /** A stored row that has had no partner. */
  void alone(Side side, byte[] storedValue) {
    lone(side).add(storedValue);
  }

  private LoneRows lone(Side side) {
    return side == Side.LEFT ? loneLeft : loneRight;
  }

  private void closePair() {
    if (BatchBuilder.isFull(leftRows.count(), leftRows.bytes() + rightRows.bytes())) {
      flushPairs();
    }
  }

  /** Decides about the pairs so far: afterwards it is known which rows have partners. */
  void flushPairs() {
    int count = leftRows.count();
    if (count == 0) {
      return;
    }
    leftRows.read(pairs, 0);
    rightRows.read(pairs, shape.left().kept().size());
    pairs.closeRows(count);
    Batch batch = pairs.take();
    Selection kept =
        rest.isPresent() ? rest.get().keep(batch, batch.selection()) : batch.selection();
    if (marksLeft || marksRight) {
      kept = mark(kept);
    }
    if (kept.count() > 0 && shape.kind() != JoinKind.LEFT_ANTI) {
      emit(batch.select(kept));
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
    if (side.form().isMatched(value, 0)) {
      return false;
    }
    side.match(Objects.requireNonNull(storedKeys[at]), value);
    return true;
  }

  /** Hands out what is left. */
  void flush() {
    flushPairs();
    loneLeft.flush();
    loneRight.flush();
  }
}
