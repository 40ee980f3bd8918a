package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.runner.engine.BatchProgress;

class ProgressPrinterTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private long now = 1000;

  private ProgressPrinter printer(ProgressMode mode) {
    return new ProgressPrinter(err, mode, "p", 80, () -> now);
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static BatchProgress batch(long id, long late) {
    return new BatchProgress(
        id,
        false,
        10,
        0,
        Map.of("out", 1L),
        Map.of(),
        Map.of(),
        0,
        0,
        0,
        Map.of("s", new StepMetrics(1, 1, 0, late, 0)),
        Map.of(),
        5,
        Backlog.NONE);
  }

  @Test
  void plainLinesComeAtMostOnceASecond() {
    ProgressPrinter printer = printer(ProgressMode.PLAIN);
    for (long id = 0; id < 30; id++) {
      printer.committed(batch(id, 0));
      now += 100;
    }
    assertThat(printed().lines().map(l -> l.substring(0, l.indexOf(':'))))
        .containsExactly("batch 0", "batch 10", "batch 20");
  }

  @Test
  void lastBatchIsAlwaysShown() {
    ProgressPrinter printer = printer(ProgressMode.PLAIN);
    printer.committed(batch(0, 0));
    printer.committed(batch(1, 0));
    printer.committed(batch(2, 0));
    printer.finish("done");
    assertThat(printed().lines().map(l -> l.split(":")[0]).limit(3))
        .containsExactly("batch 0", "batch 2", "p");
  }

  @Test
  void warningsOfOneKindArePrintedOnce() {
    ProgressPrinter printer = printer(ProgressMode.PLAIN);
    printer.committed(batch(0, 10));
    printer.committed(batch(1, 10));
    assertThat(printed().lines().filter(l -> l.startsWith("warning"))).hasSize(1);
  }

  @Test
  void liveLineIsOverwrittenAndGoneBeforeTheSummary() {
    ProgressPrinter printer = printer(ProgressMode.LIVE);
    printer.committed(batch(0, 0));
    now += 500;
    printer.committed(batch(1, 0));
    printer.finish("done");
    String[] parts = printed().split("\r\u001b\\[K", -1);
    assertThat(parts).hasSize(4);
    assertThat(parts[1]).startsWith("p · batch 1 · 10 rows").doesNotContain("\n");
    assertThat(parts[2]).startsWith("p · batch 2 · 20 rows").doesNotContain("\n");
    assertThat(parts[3]).startsWith("p: done in 0.50 s, 2 batches\n");
  }

  @Test
  void jsonIsNothingButObjects() {
    ProgressPrinter printer = printer(ProgressMode.JSON);
    printer.committed(batch(0, 10));
    printer.committed(batch(1, 0));
    printer.finish("stopped");
    assertThat(printed().lines()).hasSize(3).allMatch(l -> l.startsWith("{") && l.endsWith("}"));
  }

  @Test
  void noneIsSilent() {
    ProgressPrinter printer = printer(ProgressMode.NONE);
    printer.committed(batch(0, 10));
    printer.finish("done");
    assertThat(printed()).isEmpty();
  }

  @Test
  void autoIsLiveOnATerminalThatCanOverwrite() {
    assertThat(ProgressMode.of("auto", console(80, "xterm"))).isEqualTo(ProgressMode.LIVE);
    assertThat(ProgressMode.of("auto", console(80, "dumb"))).isEqualTo(ProgressMode.PLAIN);
    assertThat(ProgressMode.of("auto", console(0, "xterm"))).isEqualTo(ProgressMode.PLAIN);
    assertThat(ProgressMode.of("json", console(80, "xterm"))).isEqualTo(ProgressMode.JSON);
  }

  private Console console(int columns, String term) {
    return Console.of(err, err, Map.of("TERM", term), columns);
  }
}
