package tidemark.runner.realdata;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a pipeline and the answers of its sinks.
 *
 * @param lines lines of a micro-batch; 0 for the file as it is, in one
 * @param keys the answers, each with its number of leading key columns
 * @param closed by answer, in append mode
 * @param first the pipeline that writes what this one reads
 */
record Run(
    String pipeline,
    String mode,
    int lines,
    Map<String, Integer> keys,
    Map<String, Closed> closed,
    long badRecords,
    Optional<String> first) {
  /** Which rows of an answer append mode shows: those whose time plus span is not later. */
  record Closed(String column, Duration span, Instant watermark) {
    boolean shows(Map<String, String> row) {
      return !Instant.parse(row.get(column)).plus(span).isAfter(watermark);
    }
  }

  static Run of(String pipeline, Map<String, Integer> keys) {
    return new Run(pipeline, "complete", 0, keys, Map.of(), 0, Optional.empty());
  }

  Run in(String otherMode, int linesInBatch) {
    return new Run(pipeline, otherMode, linesInBatch, keys, closed, badRecords, first);
  }

  Run append(int linesInBatch, Map<String, Closed> shown) {
    return new Run(pipeline, "append", linesInBatch, keys, shown, badRecords, first);
  }

  Run withBadRecords(long count) {
    return new Run(pipeline, mode, lines, keys, closed, count, first);
  }

  Run after(String firstPipeline) {
    return new Run(pipeline, mode, lines, keys, closed, badRecords, Optional.of(firstPipeline));
  }

  @Override
  public String toString() {
    return pipeline + ", " + mode + (lines == 0 ? "" : ", " + lines + " lines a batch");
  }
}
