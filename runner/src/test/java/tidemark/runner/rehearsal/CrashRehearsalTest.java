package tidemark.runner.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsals of sinks that are wrong in known ways, so that every count is known. */
class CrashRehearsalTest {
  /** Rows of the batch in which runs are killed. */
  private static final long ROWS = 2;

  @TempDir private Path folder;

  private RehearsalReport rehearse(FaultyConnector.Fault fault) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Files.writeString(in.resolve("1.ndjson"), "{\"k\":\"a\"}\n{\"k\":\"a\"}\n{\"k\":\"b\"}\n");
    Files.writeString(in.resolve("2.ndjson"), "{\"k\":\"a\"}\n{\"k\":\"c\"}\n");
    Files.writeString(in.resolve("3.ndjson"), "{\"k\":\"d\"}\n");
    Path yaml =
        Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: faulty
            sources:
              events:
                file: {path: in, format: ndjson, max_files_per_batch: 1}
                columns: {k: string}
            sinks:
              out: {from: events, faulty: {path: out}}
            checkpoint: checkpoint
            """);
    return new RehearsedPipeline(yaml, fault)
        .rehearse(Files.createDirectory(folder.resolve("rehearsal")));
  }

  private static Map<String, Long> counts(
      RehearsalReport report, ToLongFunction<Trial.Count> count) {
    Map<String, Long> counts = new TreeMap<>();
    for (Trial trial : report.trials()) {
      long rows = count.applyAsLong(trial.sinks().get("out"));
      if (rows != 0) {
        counts.put(trial.point().orElseThrow().text(), rows);
      }
    }
    return counts;
  }

  @Test
  void rowsOfASinkThatRepeatsAreDoubledWhereItHadCommitted() throws IOException {
    RehearsalReport report = rehearse(FaultyConnector.Fault.REPEATS);
    assertThat(counts(report, Trial.Count::lost)).isEmpty();
    assertThat(counts(report, Trial.Count::doubled))
        .isEqualTo(Map.of("after:out@1", ROWS, "sink_committed@1", ROWS));
    Promise promise = report.promises().get(0);
    assertThat(List.of(promise.declaredWords(), promise.shownWords()))
        .containsExactly("at least once", "at least once");
    assertThat(report.holds()).as("it says so itself").isTrue();
  }

  @Test
  void aSinkThatRepeatsAndSaysThatItDoesNotIsFoundOut() throws IOException {
    RehearsalReport report = rehearse(FaultyConnector.Fault.LIES);
    assertThat(counts(report, Trial.Count::doubled))
        .isEqualTo(Map.of("after:out@1", ROWS, "sink_committed@1", ROWS));
    assertThat(report.holds()).isFalse();
    assertThat(RehearsalText.of(report))
        .contains("exactly once  at least once  does not hold", "6  exactly once");
  }

  @Test
  void aSinkThatMarksTooEarlyLosesRows() throws IOException {
    RehearsalReport report = rehearse(FaultyConnector.Fault.MARKS_EARLY);
    assertThat(counts(report, Trial.Count::doubled)).isEmpty();
    assertThat(counts(report, Trial.Count::lost))
        .isEqualTo(Map.of("sink_prepared@1", ROWS, "before:out@1", ROWS));
    assertThat(report.promises().get(0).shownWords()).isEqualTo("at most once");
    assertThat(report.holds()).isFalse();
  }

  @Test
  void whatNobodyCanTellIsDecidedAfterALookIntoTheTarget() throws IOException {
    RehearsalReport report = rehearse(FaultyConnector.Fault.NEVER_KNOWS);
    assertThat(counts(report, Trial.Count::lost)).isEmpty();
    assertThat(counts(report, Trial.Count::doubled)).isEmpty();
    Map<String, String> reconciled = new TreeMap<>();
    report.trials().stream()
        .filter(t -> t.point().isPresent())
        .forEach(
            t ->
                reconciled.put(
                    t.point().get().text(), t.sinks().get("out").reconciledBy().words()));
    assertThat(reconciled)
        .containsEntry("sink_prepared@1", "nothing of it is there: written again")
        .containsEntry("before:out@1", "nobody can tell, exit code 4: `reconcile --as` rejected")
        .containsEntry("after:out@1", "nobody can tell, exit code 4: `reconcile --as` committed")
        .containsEntry("sink_committed@1", "it was answered: not sent again")
        .containsEntry("committed@1", "the batch is done: nothing to do");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void everyPlaceIsReadAsItIsWritten() {
    for (String text :
        List.of("planned@0", "committed@12", "before:out@3", "after:dead_letter@1")) {
      assertThat(KillPoint.parse(text).text()).isEqualTo(text);
    }
  }
}
