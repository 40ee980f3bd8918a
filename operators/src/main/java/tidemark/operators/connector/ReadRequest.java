package tidemark.operators.connector;

import java.util.BitSet;
import java.util.List;

/**
 * What a reader must decode.
 *
 * @param needed positions in the source's schema; the others may be left all null
 * @param badRecords told of every record that cannot be decoded
 * @param conditions all of which are true of the rows that are wanted; the reader may use them to
 *     read less
 */
public record ReadRequest(BitSet needed, BadRecords badRecords, List<Condition> conditions) {
  public ReadRequest {
    conditions = List.copyOf(conditions);
  }

  /** A request for all rows. */
  public ReadRequest(BitSet needed, BadRecords badRecords) {
    this(needed, badRecords, List.of());
  }
}
