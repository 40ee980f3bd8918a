package tidemark.operators.connector;

import java.util.BitSet;

/**
 * What a reader must decode.
 *
 * @param needed positions in the source's schema; the others may be left all null
 * @param badRecords told of every record that cannot be decoded
 */
public record ReadRequest(BitSet needed, BadRecords badRecords) {}
