/**
 * Topics of Apache Kafka: sources whose positions are part of the checkpoint, and sinks that keep
 * the newest batch in the transaction of its records.
 */
@NullMarked
package tidemark.connectors.kafka;

import org.jspecify.annotations.NullMarked;
