package tidemark.runner.engine.microbatch;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BadRecords;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * One worker's bad records of one source: the run fails, or they are counted, and under {@code
 * dead_letter} written to the dead-letter sink.
 */
final class DeadLetters implements BadRecords {
  private final String source;
  private final BadRecordPolicy policy;
  private final AtomicLong counter;
  private final DeadLetterRows letters;

  /**
   * @param writer where dead letters go; null if there is no dead-letter sink, or it has this batch
   *     already
   */
  DeadLetters(
      String source, BadRecordPolicy policy, AtomicLong counter, @Nullable SinkWriter writer) {
    this.source = source;
    this.policy = policy;
    this.counter = counter;
    this.letters = new DeadLetterRows(writer);
  }

  /** Where a micro-batch's dead letters go; empty without a sink, or if it has them already. */
  static Optional<SinkBatch> sink(OpenPipeline pipeline, Map<String, SinkBatch> sinkBatches) {
    return pipeline
        .definition()
        .deadLetters()
        .flatMap(d -> Optional.ofNullable(sinkBatches.get(d.id())));
  }

  @Override
  public void report(
      String location, long position, byte[] buffer, int offset, int length, String reason) {
    counter.incrementAndGet();
    switch (policy) {
      case FAIL -> throw failure(location, position, buffer, offset, length, reason);
      case DROP, KEEP -> {}
      case DEAD_LETTER -> letters.add(source, location, position, reason, buffer, offset, length);
    }
  }

  /** Hands over what is left. */
  void flush() {
    letters.flush();
  }

  private Failure failure(
      String location, long position, byte[] buffer, int offset, int length, String reason) {
    String text = new String(buffer, offset, length, StandardCharsets.UTF_8);
    return new Failure(
        Code.TM601,
        "bad record in source `"
            + source
            + "` at "
            + location
            + ":"
            + position
            + ": "
            + reason
            + "; the record is: "
            + FailedRowText.shown(text),
        "correct the file, or set `on_bad_record: drop`, `keep` or `dead_letter` on the source");
  }
}
