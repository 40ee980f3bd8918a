package tidemark.runner.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tidemark.operators.plan.EventTime;
import tidemark.runner.compile.Compiled;

/** What a stateful step may say, and which steps may follow it. */
class StatefulStepTest {
  private static final String COUNT = "state: {n: {type: int, initial: 0}}";

  /** A pipeline whose step is written in these lines, and further steps; the last one is read. */
  private static Compiled of(String stateful, String more, String last, String mode) {
    return Compiled.of(
        """
        format: 1
        pipeline: p
        sources:
          pay:
            file: {path: in, format: ndjson}
            columns: {card: string, amount: int, at: timestamp}
            watermark: {column: at, delay: 1 minute}
          raw:
            file: {path: in2, format: ndjson}
            columns: {card: string, amount: int, at: timestamp}
        steps:
          guard: {from: pay, stateful: {by: [card], %s}}
          %s
        sinks:
          out: {from: %s, file: {path: out, format: ndjson}}
          rest: {from: raw, file: {path: rest, format: ndjson}}
        output_mode: %s
        checkpoint: c
        """
            .formatted(stateful, more, last, mode));
  }

  private static Compiled of(String stateful) {
    return of(stateful, "", "guard", "append");
  }

  @Test
  void anUnknownVariableIsNamedWithTheNearestOne() {
    Compiled compiled = of(COUNT + ", rules: [{set: {m: 1}, emit: {n: state.m}, timeout: 1 m}]");
    assertThat(compiled.codes()).containsExactly("TM304", "TM304");
  }

  @Test
  void aTextIsNotReadAsANumber() {
    assertThat(
            of(COUNT + ", rules: [{set: {n: \"'1'\"}, emit: {n: state.n}, timeout: 1 m}]").codes())
        .containsExactly("TM305");
  }

  @Test
  void aNumberIsCastToTheVariablesType() {
    Compiled compiled =
        of(
            "state: {n: {type: \"decimal(9,2)\", initial: 0}}, rules:"
                + " [{set: {n: state.n + amount}, emit: {n: state.n}, timeout: 1 m}]");
    assertThat(compiled.codes()).isEmpty();
    assertThat(compiled.node("steps.guard").schema().field(0).type().ddl())
        .isEqualTo("decimal(9,2)");
  }

  @Test
  void theInitialValueIsAConstant() {
    assertThat(
            of("state: {t: {type: timestamp, initial: current_timestamp()}}, rules:"
                    + " [{set: {t: at}, emit: {t: state.t}, timeout: 1 m}]")
                .codes())
        .containsExactly("TM312");
  }

  @Test
  void atATimeoutThereIsNoRow() {
    assertThat(
            of(COUNT
                    + ", rules: [{set: {n: 1}, timeout: 1 m}],"
                    + " on_timeout: {emit: {card: card, amount: amount}, clear: true}")
                .codes())
        .containsExactly("TM304");
  }

  @Test
  void aStepThatNeverGivesARowOutIsRefused() {
    assertThat(of(COUNT + ", rules: [{set: {n: 1}, timeout: 1 m}]").codes())
        .containsExactly("TM104");
  }

  @Test
  void eventTimeNeedsAWatermark() {
    Compiled compiled =
        of(
            COUNT + ", rules: [{set: {n: 1}, emit: {n: state.n}, timeout: 1 m}]",
            "bare: {from: raw, stateful: {by: [card], rules: [{emit: {card: card}}]}}",
            "bare",
            "append");
    assertThat(compiled.codes()).contains("TM412");
  }

  @Test
  void processingTimeNeedsNone() {
    Compiled compiled =
        of(
            COUNT + ", rules: [{set: {n: 1}, emit: {n: state.n}, timeout: 1 m}]",
            "bare: {from: raw, stateful: {by: [card], time: processing_time,"
                + " rules: [{emit: {card: card}}]}}",
            "bare",
            "append");
    assertThat(compiled.codes()).doesNotContain("TM412");
  }

  @Test
  void completeModeIsRefusedAndUpdateModeIsNot() {
    String rules = COUNT + ", rules: [{set: {n: 1}, emit: {n: state.n}, timeout: 1 m}]";
    assertThat(of(rules, "", "guard", "complete").codes()).contains("TM413");
    assertThat(of(rules, "", "guard", "update").codes()).isEmpty();
  }

  @Test
  void stateThatNoTimeoutClearsIsWarnedOf() {
    assertThat(of(COUNT + ", rules: [{set: {n: 1}, emit: {n: state.n}}]").codes())
        .containsExactly("TM701");
    assertThat(
            of(COUNT + ", rules: [{set: {n: 1}, timeout: 1 m}], on_timeout: {emit: {n: state.n}}")
                .codes())
        .containsExactly("TM701");
    assertThat(of("rules: [{emit: {card: card}}]").codes()).isEmpty();
  }

  @Test
  void aWindowMayFollowWhereEveryRowCarriesEventTime() {
    Compiled compiled =
        of(
            COUNT
                + ", rules: [{set: {n: state.n + 1}, timeout: 1 m}, {when: amount > 5, emit: {t:"
                + " at}}], on_timeout: {emit: {t: timed_out_at}, clear: true}",
            "hours: {from: guard, aggregate: {window: {tumbling: 1 hour}, compute: {n: count(*)}}}",
            "hours",
            "append");
    assertThat(compiled.codes()).isEmpty();
    assertThat(compiled.node("steps.guard").eventTime())
        .contains(new EventTime(0, EventTime.Kind.INSTANT, 60_000));
  }

  @Test
  void aWindowMayNotFollowWhereOneRowDoesNot() {
    Compiled compiled =
        of(
            "state: {t: {type: timestamp}}, rules: [{set: {t: at}, timeout: 1 m}],"
                + " on_timeout: {emit: {t: state.t}, clear: true}",
            "hours: {from: guard, aggregate: {window: {tumbling: 1 hour}, compute: {n: count(*)}}}",
            "hours",
            "append");
    assertThat(compiled.codes()).contains("TM411");
  }

  @Test
  void processingTimeGivesNoEventTimeOn() {
    Compiled compiled =
        of(
            "time: processing_time, rules: [{emit: {t: at}}]",
            "hours: {from: guard, aggregate: {window: {tumbling: 1 hour}, compute: {n: count(*)}}}",
            "hours",
            "append");
    assertThat(compiled.codes()).contains("TM411");
  }

  @Test
  void keysOfANewNameAreSeenByRules() {
    Compiled compiled =
        Compiled.of(
            """
            format: 1
            pipeline: p
            sources:
              pay:
                file: {path: in, format: ndjson}
                columns: {card: string, at: timestamp}
                watermark: {column: at, delay: 1 minute}
            steps:
              guard:
                from: pay
                stateful:
                  by: {bank: "substring(card, 1, 4)"}
                  rules: [{emit: {bank: bank, at: at}}]
            sinks:
              out: {from: guard, file: {path: out, format: ndjson}}
            checkpoint: c
            """);
    assertThat(compiled.codes()).isEmpty();
  }

  @Test
  void aProcessorStandsAlone() {
    assertThat(of("processor: user_sessions, rules: [{emit: {card: card}}]").codes())
        .contains("TM103");
  }
}
