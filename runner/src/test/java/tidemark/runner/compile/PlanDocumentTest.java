package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanDocumentTest {
  private static final String STEPS =
      """
      kept: {from: in, filter: v > 0}
      counted:
        from: kept
        aggregate:
          window: {tumbling: 5 minutes}
          by: [k]
          compute: {n: count(*), s: sum(v)}
      """;

  private static final String BEFORE =
      Yaml.pipeline("watermark: {column: ts, delay: 1 minute}", STEPS, "counted", "");

  private static String document(String yaml) {
    Compiled compiled = Compiled.of(yaml);
    compiled.plan();
    return PlanDocument.of(compiled.compilation().orElseThrow());
  }

  private static List<String> change(String from, String to) {
    assertThat(BEFORE).contains(from);
    return PlanDocument.meaningfulDifference(document(BEFORE), document(BEFORE.replace(from, to)));
  }

  @Test
  void samePlanGivesTheSameText() {
    assertThat(document(BEFORE)).isEqualTo(document(BEFORE));
  }

  @Test
  void stateIsRecordedWithKeysValuesAndIds() {
    String document = document(BEFORE);
    assertThat(document)
        .contains("\"expression\" : \"end of tumbling 5 minutes over ts\"")
        .contains("\"expression\" : \"count(*)\"")
        .contains("\"expression\" : \"sum(v)\"")
        .contains("\"next_field_id\" :");
  }

  @Test
  void spellingOrderLimitsAndTriggerMeanNothing() {
    assertThat(change("v > 0", "( v>0 )")).isEmpty();
    assertThat(change("sum(v)", "SUM(v)")).isEmpty();
    assertThat(change("tumbling: 5 minutes", "tumbling: 300s")).isEmpty();
    assertThat(change("checkpoint: checkpoint", "checkpoint: checkpoint\ntrigger: once")).isEmpty();
    assertThat(change("checkpoint: checkpoint", "checkpoint: checkpoint\ntime_zone: UTC"))
        .isEmpty();
    assertThat(change("pipeline: test", "pipeline: test\ndescription: new words")).isEmpty();
    assertThat(
            change(
                "format: ndjson}\n    columns",
                "format: ndjson, max_files_per_batch: 2}\n    columns"))
        .isEmpty();
  }

  @Test
  void changedWindowIsNamedWithOldAndNew() {
    assertThat(change("tumbling: 5 minutes", "tumbling: 10 minutes"))
        .contains("`steps.counted`: window was `tumbling 5 minutes`, is `tumbling 10 minutes`");
  }

  @Test
  void changedAggregateIsNamed() {
    assertThat(change("s: sum(v)", "s: max(v)"))
        .contains(
            "`steps.counted`: compute lacks `s = sum(v)`",
            "`steps.counted`: compute has `s = max(v)` now");
  }

  @Test
  void changedFilterAboveStateIsNamed() {
    assertThat(change("v > 0", "v > 1"))
        .containsExactly("`sources.in`: filter was `(v > 0)`, is `(v > 1)`");
  }

  @Test
  void changedDelayModePathAndNameAreNamed() {
    assertThat(change("delay: 1 minute", "delay: 2 minutes"))
        .containsExactly("`sources.in.watermark`: delay was `1 minute`, is `2 minutes`");
    assertThat(change("checkpoint: checkpoint", "checkpoint: checkpoint\noutput_mode: update"))
        .containsExactly("the pipeline: output mode was `append`, is `update`");
    assertThat(change("path: in,", "path: other,"))
        .containsExactly("source `in`: identity was `file /data/in`, is `file /data/other`");
    assertThat(change("path: out,", "path: elsewhere,"))
        .containsExactly("sink `out`: path was `/data/out`, is `/data/elsewhere`");
    assertThat(change("pipeline: test", "pipeline: best"))
        .containsExactly("the pipeline: pipeline was `test`, is `best`");
  }

  @Test
  void renamedStepIsGoneAndNew() {
    assertThat(change("counted", "tallied"))
        .contains("`steps.counted` is gone", "`steps.tallied` is new");
  }
}
