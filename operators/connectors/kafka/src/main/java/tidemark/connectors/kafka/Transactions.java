package tidemark.connectors.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import tidemark.operators.diagnostics.Code;

/** Producers whose transactions belong to one sink of one checkpoint. */
final class Transactions {
  private static final int TRANSACTION_MILLIS = 900_000;

  private Transactions() {}

  /**
   * A producer that fences whoever writes for the same checkpoint and settles what was left open.
   *
   * @throws tidemark.operators.diagnostics.Failure TM615 if no broker answers
   */
  static Producer<byte[], byte[]> open(KafkaSettings kafka, String queryId, String sink) {
    Map<String, Object> config = kafka.producer();
    config.put("transactional.id", "tidemark-" + queryId + "-" + sink);
    config.put("transaction.timeout.ms", TRANSACTION_MILLIS);
    Producer<byte[], byte[]> producer = kafka.connect(config);
    try {
      producer.initTransactions();
      return producer;
    } catch (KafkaException e) {
      producer.close();
      throw kafka.failure(Code.TM615, "takes no transactions", e);
    }
  }

  /** Sends records in a transaction of their own. */
  static void commit(
      KafkaSettings kafka,
      Producer<byte[], byte[]> producer,
      List<ProducerRecord<byte[], byte[]>> records) {
    try {
      producer.beginTransaction();
      records.forEach(producer::send);
      producer.commitTransaction();
    } catch (KafkaException e) {
      throw kafka.failure(Code.TM605, "refused a marker", e);
    }
  }
}
