package tidemark.runner.scenario;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.StepMetrics;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.report.Amounts;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectSpec.ExpectedBatch;
import tidemark.runner.spec.ExpectSpec.ExpectedCount;
import tidemark.runner.spec.ExpectSpec.ExpectedRows;
import tidemark.runner.spec.ExpectSpec.ExpectedState;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TestSpec;

/**
 * Holds what a step's micro-batches did against what a suite expects; collects every difference.
 */
final class Expectations {
  private final RowDifference rows;
  private final Map<String, RecordingSink> sinks;
  private final List<String> differences = new ArrayList<>();

  Expectations(TestSpec test, Map<String, RecordingSink> sinks) {
    this.rows = new RowDifference(test.order(), test.match());
    this.sinks = sinks;
  }

  /** Everything that differs, in lines; empty if nothing does. */
  Optional<String> differences() {
    return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", differences));
  }

  /** Compares a step: its micro-batches, its rows over all of them, its bad records. */
  void step(ExpectSpec expected, List<BatchProgress> batches) {
    for (ExpectedRows sink : expected.sinks()) {
      List<DeliveredRow> actual = new ArrayList<>();
      batches.forEach(b -> actual.addAll(delivered(sink.sink().value(), b.batch())));
      compare(sink, actual, "sink `" + sink.sink().value() + "`");
    }
    expected.batches().ifPresent(b -> compareBatches(b, batches));
    for (ExpectedCount bad : expected.badRecords()) {
      String id = bad.name().value();
      long actual =
          batches.stream()
              .mapToLong(
                  b -> b.badRows().getOrDefault(id, 0L) + b.deadLetteredRows().getOrDefault(id, 0L))
              .sum();
      number("bad records of `" + bad.name().value() + "`", bad.count(), actual);
    }
  }

  /** Compares what the sinks hold in the end. */
  void atLast(ExpectSpec expected) {
    for (ExpectedRows sink : expected.sinks()) {
      RecordingSink recorded = sinks.get(sink.sink().value());
      List<DeliveredRow> held = recorded == null ? List.of() : recorded.held();
      compare(sink, held, "finally, sink `" + sink.sink().value() + "`");
    }
    for (ExpectedBatch batch : expected.batches().orElse(List.of())) {
      for (ExpectedRows sink : batch.rows()) {
        long id = batch.batch().map(Placed::value).orElse(0L);
        compare(
            sink,
            delivered(sink.sink().value(), id),
            "finally, batch " + id + ", sink `" + sink.sink().value() + "`");
      }
    }
  }

  private void compareBatches(List<ExpectedBatch> expected, List<BatchProgress> actual) {
    if (expected.size() != actual.size()) {
      differences.add(
          "expected "
              + Amounts.count(expected.size(), "batch", "batches")
              + ", there were "
              + actual.size()
              + ": "
              + actual.stream().map(Expectations::summary).toList());
    }
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      compareBatch(expected.get(i), actual.get(i));
    }
  }

  private static String summary(BatchProgress batch) {
    return batch.noData() ? "no data" : Amounts.count(batch.inputRows(), "row", "rows");
  }

  private void compareBatch(ExpectedBatch expected, BatchProgress actual) {
    String where = "batch " + actual.batch() + ": ";
    expected.batch().ifPresent(e -> number(where + "id", e, actual.batch()));
    expected
        .noData()
        .filter(e -> e.value() != actual.noData())
        .ifPresent(e -> differences.add(where + "no_data is " + actual.noData()));
    expected.inputRows().ifPresent(e -> number(where + "input_rows", e, actual.inputRows()));
    expected.watermark().ifPresent(e -> instant(where + "watermark", e, actual.watermarkMillis()));
    expected
        .watermarkAfter()
        .ifPresent(e -> instant(where + "watermark_after", e, actual.watermarkAfterMillis()));
    for (ExpectedState state : expected.state()) {
      compareState(where, state, actual);
    }
    for (ExpectedRows sink : expected.rows()) {
      compare(
          sink,
          delivered(sink.sink().value(), actual.batch()),
          where + "sink `" + sink.sink().value() + "`");
    }
  }

  private void compareState(String where, ExpectedState expected, BatchProgress actual) {
    String step = expected.step().value();
    StepMetrics metrics = actual.steps().get("steps." + step);
    if (metrics == null) {
      differences.add(where + "step `" + step + "` has no state");
      return;
    }
    String prefix = where + "state of `" + step + "`: ";
    expected.rows().ifPresent(e -> number(prefix + "rows", e, metrics.rows()));
    expected.updated().ifPresent(e -> number(prefix + "updated", e, metrics.updated()));
    expected.removed().ifPresent(e -> number(prefix + "removed", e, metrics.removed()));
    expected
        .droppedLate()
        .ifPresent(e -> number(prefix + "dropped_late", e, metrics.droppedLate()));
  }

  private List<DeliveredRow> delivered(String sink, long batch) {
    RecordingSink recorded = sinks.get(sink);
    return recorded == null ? List.of() : recorded.rows(batch);
  }

  private void compare(ExpectedRows expected, List<DeliveredRow> actual, String where) {
    rows.between(expected.rows(), actual)
        .ifPresent(d -> differences.add(where + " (- expected, + actual)\n" + d));
  }

  private void number(String what, Placed<Long> expected, long actual) {
    if (expected.value() != actual) {
      differences.add(what + ": expected " + expected.value() + ", is " + actual);
    }
  }

  private void instant(String what, Placed<String> expected, long actualMillis) {
    if (RowValue.micros(expected.value()) != actualMillis * 1000) {
      differences.add(
          what + ": expected " + expected.value() + ", is " + Instant.ofEpochMilli(actualMillis));
    }
  }
}
