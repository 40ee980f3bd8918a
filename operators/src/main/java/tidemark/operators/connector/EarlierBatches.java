package tidemark.operators.connector;

import java.util.Optional;

/**
 * Micro-batches of this pipeline that a sink's target holds already when it is opened, as its mark
 * tells: written for another checkpoint, or for this one before it lost its memory.
 */
public interface EarlierBatches {
  /**
   * What the mark says.
   *
   * @param queryId the checkpoint that wrote them
   * @param sink the sink that wrote them
   * @param newest the newest one; -1 if the target was only taken, and nothing written
   * @param input what {@link SinkBatch#covers} was given with it, if the mark is of one writer and
   *     holds it
   */
  record Held(String queryId, String sink, long newest, Optional<String> input) {}

  Held held();

  /**
   * From now on they count as written for the sink's own checkpoint; whoever wrote them can write
   * no more. Nothing happens if they do already.
   *
   * @throws tidemark.operators.diagnostics.Failure TM606 if they changed since the sink was opened
   */
  void adopt();

  /**
   * Nothing happens if the target can be written from the start and hold each row once.
   *
   * @throws tidemark.operators.diagnostics.Failure TM606 with what has to be done before
   */
  void requireReplayable();

  /**
   * They count as never written, and what the sink can take out is taken out.
   *
   * @throws tidemark.operators.diagnostics.Failure TM606 as {@link #requireReplayable}
   */
  void drop();
}
