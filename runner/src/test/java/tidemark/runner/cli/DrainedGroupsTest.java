package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of an earlier definition are still open when their step changes once more. */
class DrainedGroupsTest {
  private static final String OLD =
      """
      format: 1
      pipeline: p
      sources:
        a:
          file: {path: in, format: ndjson}
          columns: {ts: timestamp, k: string, v: bigint}
          watermark: {column: ts, delay: 0 seconds}
      steps:
        g: {from: a, aggregate: {window: {tumbling: 20 seconds}, by: [k], compute: {n: count(*), m: max(v)}}}
      sinks:
        out: {from: g, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  private static final String NEW = OLD.replace("20 seconds", "30 seconds");

  @TempDir private Path folder;
  private int files;

  private void run(String pipeline, String... rows) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    StringBuilder lines = new StringBuilder();
    for (String row : rows) {
      int space = row.indexOf(' ');
      lines
          .append("{\"ts\":\"2026-01-01T")
          .append(row, 0, space)
          .append("Z\",\"k\":\"x\",\"v\":")
          .append(row.substring(space))
          .append("}\n");
    }
    Files.writeString(folder.resolve("in").resolve(files++ + ".ndjson"), lines);
    CliRun run = CliRun.of("run", Files.writeString(folder.resolve("p.yaml"), pipeline).toString());
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
  }

  /** Two rows, 1 and 3, in a window of 20 seconds; it drains beside one of 30 seconds with 10. */
  private void drained(String old, String now) throws IOException {
    run(old, "12:00:00 1", "12:00:05 3");
    run(now + "upgrade: {drain: [g]}\n", "12:00:08 10");
  }

  private void ends(String pipeline) throws IOException {
    run(pipeline, "12:30:00 0");
  }

  /** The rows of the windows up to 12:01 without the windows' dates and zones. */
  private List<String> windows() throws IOException {
    return CliRun.results(folder.resolve("out")).stream()
        .filter(row -> !row.contains("T12:30"))
        .map(
            row ->
                row.replaceAll(
                    "\"(window_)?(start|end|k)\":\"(2026-01-01T)?([^\"]*?)(\\.000Z)?\"", "$4"))
        .map(row -> row.replaceFirst("12:00:00,", "").replace("\"", ""))
        .toList();
  }

  /**
   * What stands behind the key for the old window (rows 1 and 3), then for the new one (rows 10 and
   * 2, in which results that came with the change have seen only 2).
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n: count(*), m: max(v)               | n:2,m:3        | n:2,m:10",
        "r: count(*), m: max(v)               | r:2,m:3        | r:2,m:10",
        "m: max(v), n: count(*)               | m:3,n:2        | m:10,n:2",
        "n: max(v), m: count(*)               | n:3,m:2        | n:10,m:2",
        "n: count(*), m: max(v), z: max(v) * 2| n:2,m:3,z:6    | n:2,m:10,z:20",
        "n: count(*), m: max(v) + count(*)    | n:2,m:5        | n:2,m:12",
        "m: max(v)                            | m:3            | m:10",
        "m: max(v), s: sum(v)                 | m:3,s:null     | m:10,s:2",
        "m: max(v), c: count(v)               | m:3,c:0        | m:10,c:1",
        "m: max(v), l: collect_list(v)        | m:3,l:[]       | m:10,l:[2]",
        "m: max(v), t: \"concat(k, count(v))\" | m:3,t:x0       | m:10,t:x1",
      })
  void resultsChange(String compute, String old, String now) throws IOException {
    drained(OLD, NEW);
    String changed = NEW.replace("n: count(*), m: max(v)", compute);
    String accepted = changed + "upgrade: {accept: [steps.g.n.expression, steps.g.m.expression]}\n";
    run(accepted, "12:00:15 2");
    ends(accepted);
    assertThat(windows())
        .containsExactlyInAnyOrder("{12:00:20,x," + old + "}", "{12:00:30,x," + now + "}");
  }

  @Test
  void entryThatStaysInTheFileIsSaidToDoNothingMore() throws IOException {
    drained(OLD, NEW);
    Path file = Files.writeString(folder.resolve("p.yaml"), NEW + "upgrade: {drain: [g]}\n");
    CliRun lint =
        CliRun.of("lint", file.toString(), "--checkpoint", folder.resolve("checkpoint").toString());
    assertThat(lint.out()).contains("TM513: what `g` kept before drains already");
  }

  @Test
  void stepThatReadsResultsOfBothDefinitionsIsNamed() throws IOException {
    String chained =
        OLD.replace("{from: g,", "{from: h,")
            .replace(
                "sinks:",
                "  h:\n    from: g\n    aggregate:\n"
                    + "      window: {tumbling: 10 minutes}\n"
                    + "      compute: {all: sum(n)}\nsinks:");
    run(chained, "12:00:00 1");
    Path file =
        Files.writeString(
            folder.resolve("p.yaml"),
            chained.replace("20 seconds", "30 seconds") + "upgrade: {drain: [g]}\n");
    CliRun lint =
        CliRun.of("lint", file.toString(), "--checkpoint", folder.resolve("checkpoint").toString());
    assertThat(lint.out())
        .contains("until all are closed, `steps.h` is given results of both definitions");
  }

  @Test
  void keyIsRenamed() throws IOException {
    String old = OLD.replace("m: max(v)", "m: max(v), t: max(k)");
    String now = NEW.replace("m: max(v)", "m: max(v), t: max(k)");
    drained(old, now);
    String renamed = now.replace("by: [k]", "by: {kk: k}");
    run(renamed, "12:00:15 2");
    ends(renamed);
    assertThat(windows())
        .containsExactlyInAnyOrder("{12:00:20,kk:x,n:2,m:3,t:x}", "{12:00:30,kk:x,n:2,m:10,t:x}");
  }

  @Test
  void groupsOfThreeDefinitionsAreOpen() throws IOException {
    drained(OLD, NEW);
    String renamed = NEW.replace("n: count(*)", "r: count(*)");
    run(renamed, "12:00:09 2");
    String third = renamed.replace("30 seconds", "40 seconds");
    run(third + "upgrade: {drain: [g]}\n", "12:00:10 5");
    String derived = third.replace("m: max(v)", "m: max(v), z: max(v) - count(*)");
    run(derived, "12:00:11 7");
    ends(derived);
    assertThat(windows())
        .containsExactlyInAnyOrder(
            "{12:00:20,x,r:2,m:3,z:1}", "{12:00:30,x,r:2,m:10,z:8}", "{12:00:40,x,r:2,m:7,z:5}");
  }

  @Test
  void stepAndSourceAreRenamed() throws IOException {
    drained(OLD, NEW);
    String moved =
        NEW.replace("  a:\n", "  b:\n")
            .replace("g: {from: a", "h: {from: b")
            .replace("from: g", "from: h");
    run(
        moved
            + "upgrade: {moved: [{from: steps.g, to: steps.h}, {from: sources.a, to: sources.b}]}\n",
        "12:00:15 2");
    String derived = moved.replace("m: max(v)", "m: max(v), z: max(v) * 2");
    run(derived, "12:00:16 2");
    ends(derived);
    assertThat(windows())
        .containsExactlyInAnyOrder("{12:00:20,x,n:2,m:3,z:6}", "{12:00:30,x,n:3,m:10,z:20}");
  }

  @Test
  void sessionsDrain() throws IOException {
    String sessions = OLD.replace("tumbling: 20 seconds", "session: 20 seconds");
    String longer = OLD.replace("tumbling: 20 seconds", "session: 30 seconds");
    drained(sessions, longer);
    String changed = longer.replace("n: count(*), m: max(v)", "r: count(*), z: max(v) * 2");
    run(changed, "12:00:15 2");
    ends(changed);
    assertThat(CliRun.results(folder.resolve("out")))
        .filteredOn(row -> row.contains("12:00"))
        .map(row -> row.replaceFirst(".*\"k\"", ""))
        .containsExactlyInAnyOrder(":\"x\",\"r\":2,\"z\":6}", ":\"x\",\"r\":2,\"z\":20}");
  }

  /** A group that append has not handed out yet is new to a reader of updates, and final. */
  @Test
  void updatesAreMarked() throws IOException {
    run(OLD, "12:00:00 1", "12:00:05 3");
    String updates =
        OLD.replace("m: max(v)}", "m: max(v)}, final: true, op: true") + "output_mode: update\n";
    run(updates + "upgrade: {drain: [g], accept: [output_mode]}\n", "12:00:08 10");
    ends(updates);
    assertThat(windows())
        .containsExactlyInAnyOrder(
            "{12:00:20,x,n:1,m:10,_final:false,_op:insert}",
            "{12:00:20,x,n:2,m:3,_final:true,_op:insert}",
            "{12:00:20,x,n:1,m:10,_final:true,_op:update}");
  }

  /** What was handed out as updates before is closed with a final row once the file asks for it. */
  @Test
  void finalRowsComeLater() throws IOException {
    String updates = "output_mode: update\n";
    drained(OLD + updates, NEW + updates);
    String last = NEW.replace("m: max(v)}", "m: max(v)}, final: true") + updates;
    ends(last);
    assertThat(windows())
        .containsExactlyInAnyOrder(
            "{12:00:20,x,n:2,m:3}",
            "{12:00:30,x,n:1,m:10}",
            "{12:00:20,x,n:2,m:3,_final:true}",
            "{12:00:30,x,n:1,m:10,_final:true}");
  }

  @Test
  void appendBecomesUpdateWhileGroupsDrain() throws IOException {
    drained(OLD, NEW);
    String updates = NEW.replace("m: max(v)}", "m: max(v)}, final: true") + "output_mode: update\n";
    run(updates + "upgrade: {accept: [output_mode]}\n", "12:00:15 2");
    ends(updates);
    assertThat(windows())
        .containsExactlyInAnyOrder(
            "{12:00:30,x,n:2,m:10,_final:false}",
            "{12:00:20,x,n:2,m:3,_final:true}",
            "{12:00:30,x,n:2,m:10,_final:true}");
  }

  /** A result over a call that came after the drain: the old groups hold nothing of it. */
  @Test
  void resultsOverLaterCalls() throws IOException {
    drained(OLD, NEW);
    String sum = NEW.replace("n: count(*), m: max(v)", "s: sum(v), m: max(v)");
    run(sum, "12:00:10 4");
    String twice = sum.replace("m: max(v)", "t: sum(v) * 2, m: max(v)");
    CliRun lint =
        CliRun.of(
            "lint",
            Files.writeString(folder.resolve("p.yaml"), twice).toString(),
            "--checkpoint",
            folder.resolve("checkpoint").toString());
    assertThat(lint.out() + lint.err())
        .contains("migrates TM511: steps.g.t.added: ")
        .contains("groups that are still open under an earlier definition hold none of it");
    run(twice, "12:00:15 2");
    ends(twice);
    assertThat(windows())
        .containsExactlyInAnyOrder("{12:00:20,x,s:null,t:null,m:3}", "{12:00:30,x,s:6,t:12,m:10}");
  }
}
