package tidemark.operators.connector;

import tidemark.operators.types.Schema;

/**
 * What the plan knows of a source.
 *
 * @param schema the columns it yields
 * @param replayable whether a range can be read again after a crash
 * @param identity what is read (path, topic), without secrets; recorded in the checkpoint
 * @param filtersWhileReading whether simple predicates act before rows are counted as input, as in
 *     Spark's json and csv readers
 */
public record SourceDescription(
    Schema schema, boolean replayable, String identity, boolean filtersWhileReading) {}
