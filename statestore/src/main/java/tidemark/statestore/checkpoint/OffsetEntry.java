package tidemark.statestore.checkpoint;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a batch will do, fixed before it starts; a re-run finds everything here.
 *
 * @param previousBatch the committed batch that this one follows, -1 when it is the first; a hole
 *     in the log shows by it
 * @param batchTimeMillis the processing time of every row of the batch
 * @param sources range of each source as JSON, by source id
 * @param extra further JSON values by name, for callers that record more
 */
public record OffsetEntry(
    long batch,
    long previousBatch,
    long epoch,
    int planGeneration,
    long batchTimeMillis,
    WatermarkState watermark,
    Map<String, String> sources,
    Map<String, String> extra) {
  /** Batch that stands for "none" in {@link #previousBatch}. */
  public static final long NONE = -1;

  public OffsetEntry {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }
}
