package tidemark.operators.connector;

/**
 * What one micro-batch reads of one source, readable only by that source.
 *
 * @param json one line of JSON, written to the offset log; the same range always gives the same
 *     rows
 * @param bytes the input's size, or an estimate, for progress; 0 if unknown
 */
public record Range(String json, long bytes) {}
