package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tidemark.runner.compat.Upgrade.SourceUpgrade;
import tidemark.runner.compile.Layouts;

/** A file with {@code moved} that runs again renames nothing: its names are those stored. */
final class MovedOnceTest {
  private static final String EXCHANGED =
      """
      format: 1
      pipeline: exchange
      sources:
        a: {file: {path: b, format: ndjson}, columns: {at: timestamp}, watermark: {column: at, delay: 0 s}}
        b: {file: {path: a, format: ndjson}, columns: {at: timestamp}, watermark: {column: at, delay: 0 s}}
      steps:
        both: {union: [a, b]}
        counts: {from: both, aggregate: {window: {tumbling: 1 hour}, compute: {n: count(*)}}}
      sinks:
        out: {from: counts, file: {path: out, format: ndjson}}
      upgrade: {moved: [{from: sources.a, to: sources.b}, {from: sources.b, to: sources.a}]}
      """;

  @Test
  void sourcesExchangeTheirNamesOnce() {
    String stored = Layouts.of(Checked.compile(EXCHANGED, "before.yaml")).json();
    Comparison comparison = Checked.compareStored(stored, EXCHANGED, StoredFacts.NONE);
    assertThat(comparison.changes()).isEmpty();
    assertThat(comparison.upgrade().orElseThrow().sources())
        .containsExactlyInAnyOrder(
            new SourceUpgrade.Kept("a", "a"), new SourceUpgrade.Kept("b", "b"));
  }
}
