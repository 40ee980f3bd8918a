package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.StateFailure;

class FailureReportTest {
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(text, true, StandardCharsets.UTF_8);

  private FailureReport report(boolean debug) {
    return new FailureReport(err, text -> text.replace("hunter2", "***"), debug);
  }

  private String printed() {
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void failureIsOneDiagnosticWithItsWayOut() {
    Failure failure = new Failure(Code.TM605, "disk is full on /out", "free some space, run again");
    assertThat(report(false).print(failure)).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .isEqualTo("error TM605: disk is full on /out\n  free some space, run again\n");
  }

  @Test
  void heapThatWasTooSmallIsAnsweredWithALargerOne() {
    assertThat(report(false).print(new OutOfMemoryError("Java heap space")))
        .isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .contains("TIDEMARK_HEAP=" + FailureReport.larger(Runtime.getRuntime().maxMemory()) + "g");
    assertThat(FailureReport.larger(40L << 20)).isEqualTo(1);
    assertThat(FailureReport.larger(1200L << 20)).isEqualTo(3);
    assertThat(FailureReport.larger(2L << 30)).isEqualTo(4);
  }

  @Test
  void debugShowsTheTraceOfCauses() {
    Failure failure =
        new Failure(Code.TM605, "disk is full", "free some", new IllegalStateException("errno 28"));
    report(true).print(failure);
    assertThat(printed()).contains("Caused by: java.lang.IllegalStateException: errno 28", "\tat ");
  }

  @Test
  void everyKindOfStateFailureHasItsCodeAndEnd() {
    Map<StateFailure.Kind, ExitCode> ends = new EnumMap<>(StateFailure.Kind.class);
    for (StateFailure.Kind kind : StateFailure.Kind.values()) {
      ends.put(kind, report(false).print(new StateFailure(kind, "m", "w")));
    }
    assertThat(ends)
        .containsOnly(
            Map.entry(StateFailure.Kind.IN_USE, ExitCode.CHECKPOINT),
            Map.entry(StateFailure.Kind.FENCED, ExitCode.CHECKPOINT),
            Map.entry(StateFailure.Kind.DAMAGED, ExitCode.CHECKPOINT),
            Map.entry(StateFailure.Kind.WORKING_COPY, ExitCode.CHECKPOINT),
            Map.entry(StateFailure.Kind.GONE, ExitCode.BAD_INPUT),
            Map.entry(StateFailure.Kind.FORMAT_TOO_NEW, ExitCode.CHECKPOINT),
            Map.entry(StateFailure.Kind.NOT_OURS, ExitCode.INCOMPATIBLE),
            Map.entry(StateFailure.Kind.NO_FOLDER, ExitCode.INCOMPATIBLE),
            Map.entry(StateFailure.Kind.IO, ExitCode.FAILED),
            Map.entry(StateFailure.Kind.NOT_OPEN, ExitCode.BAD_INPUT),
            Map.entry(StateFailure.Kind.NATIVE, ExitCode.FAILED));
  }

  @Test
  void familyDecidesTheEndWhereTheContractNamesNoCode() {
    assertThat(ExitCode.of(Code.TM102)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ExitCode.of(Code.TM401)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ExitCode.of(Code.TM601)).isEqualTo(ExitCode.FAILED);
    assertThat(ExitCode.of(Code.TM503)).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(ExitCode.of(Code.TM607)).isEqualTo(ExitCode.OUTCOME_UNKNOWN);
    assertThat(ExitCode.of(Code.TM902)).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void secretsAreMaskedInMessageWayOutAndTrace() {
    Failure failure =
        new Failure(Code.TM615, "hunter2", "hunter2", new IllegalStateException("hunter2"));
    report(true).print(failure);
    report(true).print(new IllegalStateException("hunter2"));
    assertThat(printed()).contains("***").doesNotContain("hunter2");
  }

  @Test
  void bugIsOneLineWithoutTrace() {
    ExitCode end = report(false).print(new IllegalStateException("a\nb"));
    assertThat(end).isEqualTo(ExitCode.FAILED);
    assertThat(printed())
        .isEqualTo(
            "internal error: java.lang.IllegalStateException: a b;"
                + " please report it, --debug shows the trace\n");
  }

  @Test
  void numbersAreThoseOfTheContract() {
    assertThat(ExitCode.values()).extracting(ExitCode::number).containsExactly(0, 1, 2, 3, 4, 5);
  }
}
