package tidemark.runner.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.processor.KeyContext;
import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.KeyedRow;
import tidemark.operators.processor.KeyedTask;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;
import tidemark.operators.processor.harness.ProcessorHarness;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Processors tried out as their authors would, the example's among them. */
class ProcessorHarnessTest {
  private static final Schema CLICKS =
      Schema.of(Field.of("user", SimpleType.STRING), Field.of("at", SimpleType.TIMESTAMP));
  private static final Instant EIGHT = Instant.parse("2026-04-01T08:00:00Z");

  private static Map<String, @Nullable Object> click(String user, Instant at) {
    return Map.of("user", user, "at", at);
  }

  private static Map<String, @Nullable Object> visit(
      String user, String event, Instant at, @Nullable Long clicks) {
    Map<String, @Nullable Object> row = new HashMap<>();
    row.put("user", user);
    row.put("event", event);
    row.put("at", at);
    row.put("clicks", clicks);
    return row;
  }

  private static Instant minutes(long minutes) {
    return EIGHT.plus(Duration.ofMinutes(minutes));
  }

  private static ProcessorHarness sessions() {
    return ProcessorHarness.inEventTime(
        ExampleProcessor.compiledExample(),
        new ProcessorInput(CLICKS, Map.of("silence_minutes", "30")),
        List.of("user"),
        "at");
  }

  @Test
  void theExampleFollowsVisitsRowByRow() {
    ProcessorHarness harness = sessions();
    assertThat(harness.take(List.of(click("ada", minutes(0)))))
        .containsExactly(visit("ada", "start", minutes(0), null));
    assertThat(harness.take(List.of(click("ada", minutes(30))))).isEmpty();
    assertThat(harness.storedKeys()).isEqualTo(1);
    assertThat(harness.watermark(minutes(59))).isEmpty();
    assertThat(harness.watermark(minutes(60)))
        .containsExactly(visit("ada", "end", minutes(60), 2L));
    assertThat(harness.storedKeys()).isZero();
  }

  @Test
  void rowsInOneBatchGiveWhatTheyGiveOneByOne() {
    List<Map<String, @Nullable Object>> clicks =
        List.of(click("ada", minutes(0)), click("bob", minutes(1)), click("ada", minutes(31)));
    assertThat(sessions().take(clicks))
        .containsExactlyInAnyOrder(
            visit("ada", "start", minutes(0), null),
            visit("bob", "start", minutes(1), null),
            visit("ada", "end", minutes(30), 1L),
            visit("ada", "start", minutes(31), null));
  }

  @Test
  void aLateRowIsDropped() {
    ProcessorHarness harness = sessions();
    assertThat(harness.watermark(minutes(10))).isEmpty();
    assertThat(harness.take(List.of(click("ada", minutes(10))))).isEmpty();
    assertThat(harness.dropped()).isEqualTo(1);
  }

  @Test
  void theExampleSaysWhichColumnItMisses() {
    ProcessorInput input =
        new ProcessorInput(Schema.of(Field.of("user", SimpleType.STRING)), Map.of());
    assertThatThrownBy(() -> ExampleProcessor.compiledExample().shape(input))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`at`");
  }

  @Test
  void aTimeoutInProcessingTimeFiresAtItsTime() {
    ProcessorHarness harness =
        ProcessorHarness.inProcessingTime(
            new Counting(1), new ProcessorInput(CLICKS, Map.of()), List.of("user"));
    assertThat(harness.time(EIGHT)).isEmpty();
    assertThat(harness.take(List.of(click("ada", minutes(-500))))).isEmpty();
    assertThat(harness.time(minutes(4))).isEmpty();
    assertThat(harness.time(minutes(5))).containsExactly(Map.of("n", 1L));
  }

  @Test
  void aValueThatDoesNotFitItsTypeFails() {
    ProcessorHarness harness =
        ProcessorHarness.inProcessingTime(
            new Counting(1L << 40), new ProcessorInput(CLICKS, Map.of()), List.of("user"));
    assertThatThrownBy(() -> harness.take(List.of(click("ada", EIGHT))))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("processor `counting` failed")
        .hasMessageContaining("1099511627776 is no value for `n` (int)");
  }

  /** Gives out how many rows of a key came, five minutes after the last one. */
  private record Counting(long step) implements KeyedProcessor {
    @Override
    public String name() {
      return "counting";
    }

    @Override
    public ProcessorShape shape(ProcessorInput input) {
      return new ProcessorShape(
          List.of(Field.of("n", SimpleType.INT)), List.of(Field.of("n", SimpleType.BIGINT)));
    }

    @Override
    public KeyedTask open(ProcessorInput input) {
      return new KeyedTask() {
        @Override
        public void row(KeyedRow row, KeyContext key) {
          long n = key.state().isNull(0) ? 0 : key.state().longAt(0);
          key.state().setLong(0, n + step);
          key.armTimeout(Duration.ofMinutes(5));
        }

        @Override
        public void timeout(KeyContext key) {
          key.output().setLong(0, key.state().longAt(0));
          key.emit();
          key.clear();
        }
      };
    }
  }
}
