package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tidemark.runner.compile.Layouts;

/** What a checkpoint of an early release does not tell is no change of the pipeline. */
class EarlyLayoutsTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: trips
      sources:
        starts:
          file: {path: starts, format: ndjson}
          columns: {bike: string, at: timestamp}
          watermark: {column: at, delay: 10 minutes}
          idle_after: 5 minutes
          max_future_skew: 2 days
        ends:
          file: {path: ends, format: ndjson}
          columns: {bike: string, at: timestamp}
          watermark: {column: at, delay: 10 minutes}
      steps:
        trips:
          join:
            left: starts
            right: ends
            match: >-
              left.bike = right.bike AND right.at >= left.at
              AND right.at <= left.at + INTERVAL 2 HOURS AND hour(left.at) <= hour(right.at)
            select: {bike: left.bike, began: left.at}
        nights:
          from: trips
          stateful:
            by: [bike]
            state: {seen: {type: bigint, initial: 0}}
            rules: [{when: hour(began) > 20, set: {seen: state.seen + 1}, emit: {bike: bike}, timeout: 1 day}]
      sinks:
        out: {from: trips, file: {path: out, format: ndjson}}
        log: {from: nights, console: {}}
      """;

  private static final String STORED = Layouts.of(Checked.compile(PIPELINE, "before.yaml")).json();

  private static String early() {
    String early =
        STORED
            .replaceAll(",?\"(idle_after|max_future_skew)\":\"[^\"]*\"", "")
            .replace(" in time_zone", "");
    assertThat(early).isNotEqualTo(STORED);
    return early;
  }

  @Test
  void thePipelineAsItWasHasNotChanged() {
    assertThat(Checked.compareStored(early(), PIPELINE, StoredFacts.NONE).changes()).isEmpty();
  }
}
