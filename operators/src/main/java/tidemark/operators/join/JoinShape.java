package tidemark.operators.join;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.expr.Filter;
import tidemark.operators.plan.JoinKind;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * What a join of two streams is, bound to its inputs and shared by its workers.
 *
 * @param keyTypes types of the values that must be equal
 * @param nullsMatch for each of them, whether null equals null
 * @param gap how far the partners' times may lie apart, if that is bounded
 * @param pair the kept columns of both sides, left's first
 * @param rest makes a thread's filter over pairs, if more must be true of them
 * @param output makes a thread's projection of pairs to the step's output
 */
public record JoinShape(
    JoinKind kind,
    List<DataType> keyTypes,
    List<Boolean> nullsMatch,
    SideShape left,
    SideShape right,
    Optional<TimeGap> gap,
    Schema pair,
    Supplier<Optional<Filter>> rest,
    Supplier<UnaryOperator<Batch>> output) {
  public JoinShape {
    keyTypes = List.copyOf(keyTypes);
    nullsMatch = List.copyOf(nullsMatch);
  }

  SideShape side(Side side) {
    return side == Side.LEFT ? left : right;
  }

  /** True if it must be known of a row of the side whether it has found a partner. */
  boolean marksPartners(Side side) {
    return kind.keepsAlone(side) || side == Side.LEFT && !kind.pairs();
  }

  /** True if a row of the side that has found a partner is of no use any more. */
  boolean isDoneByPartner(Side side) {
    return side == Side.LEFT && !kind.pairs();
  }
}
