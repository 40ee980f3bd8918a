package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateExtrasTest {
  private static final String WATERMARK = "watermark: {column: ts, delay: 1 minute}";

  private static Compiled compiled(String source, String aggregate, String mode) {
    return Compiled.of(
        Yaml.pipeline(
            source,
            "n: {from: in, aggregate: {" + aggregate + ", compute: {c: count(*)}}}\n",
            "n",
            "output_mode: " + mode));
  }

  @Test
  void theirColumnsStandLast() {
    Compiled compiled =
        compiled(
            WATERMARK, "window: {session: 1 minute}, by: [k], final: true, op: true", "update");
    assertThat(compiled.node("steps.n").schema().fields())
        .extracting(field -> field.ddl())
        .containsExactly(
            "window_start: timestamp not null",
            "window_end: timestamp not null",
            "k: string",
            "c: bigint not null",
            "_final: boolean not null",
            "_op: string not null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"changes_only", "final", "op"})
  void theyAreRefusedInAppendMode(String key) {
    String aggregate = "window: {tumbling: 1 minute}, " + key + ": ";
    assertThat(compiled(WATERMARK, aggregate + "true", "append").codes()).containsExactly("TM413");
    assertThat(compiled(WATERMARK, aggregate + "false", "append").codes()).isEmpty();
  }

  @Test
  void aClosingRowNeedsGroupsThatClose() {
    assertThat(compiled("", "by: [k], final: true", "update").codes()).contains("TM412");
  }

  @Test
  void sessionsInUpdateModeNeedTheOp() {
    String session = "window: {session: 1 minute}, by: [k]";
    assertThat(compiled(WATERMARK, session, "update").codes()).contains("TM403");
    assertThat(compiled(WATERMARK, session + ", op: true", "update").codes())
        .doesNotContain("TM403");
  }

  @Test
  void aColumnOfTheSameNameIsRefused() {
    Compiled compiled =
        Compiled.of(
            Yaml.pipeline(
                "",
                "n: {from: in, aggregate: {by: [k], op: true, compute: {_op: count(*)}}}\n",
                "n",
                "output_mode: update"));
    assertThat(compiled.codes()).contains("TM206");
  }
}
