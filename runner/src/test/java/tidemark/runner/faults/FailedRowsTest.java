package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.faults.Site.Ran;

/** A row on which an expression fails: what is told of it, and where it goes if the run goes on. */
class FailedRowsTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  /** One step over {@code a: bigint, b: bigint, s: string}. */
  private static String over(String step, String policy) {
    return """
        format: 1
        pipeline: ratios
        sources:
          events:
            file: {path: in, format: ndjson}
            columns: {a: bigint, b: bigint, s: string}
        steps:
          ratio:
            from: events
        %s
        %s
        sinks:
          out: {from: ratio, file: {path: out, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """
        .formatted(step.indent(4).stripTrailing(), policy.indent(4).stripTrailing());
  }

  private static final String KEEP = "on_error: dead_letter";

  @Test
  void failedRunNamesStepPlaceReasonRecordAndWayOut() throws IOException {
    site.write(over("with: {r: b + a / (b - 1)}", ""));
    site.give(
        "x.ndjson", "{\"a\":1,\"b\":2}\n\n{\"a\":1,\"b\":3}\n{\"a\":7,\"b\":1,\"s\":\"t\"}\n");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    // `a / (b - 1)` begins 14 characters behind the four of indentation, on line 10.
    assertThat(run.err())
        .contains("p.yaml:10:19: error TM610: step `ratio` fails on a row of source `events` at ")
        .contains("x.ndjson:4: division by zero")
        .contains("the row has {\"a\":7,\"b\":1}")
        .contains("try_divide")
        .contains("on_error: dead_letter")
        .doesNotContain("\tat ");
    assertThat(site.rows()).isEmpty();
  }

  @Test
  void filterThatActsWhileReadingIsToldAsTheStepsOwn() throws IOException {
    site.write(over("filter: 10 / a > 1", ""));
    site.give("x.ndjson", "{\"a\":1}\n{\"a\":0}\n");
    assertThat(site.run().err())
        .contains("p.yaml:10:13: error TM610: step `ratio` fails on a row of source `events` at ")
        .contains("x.ndjson:2: division by zero");
  }

  @Test
  void lineOfALaterSplitAndOfACsvRecordIsTheFilesOwn() throws IOException {
    site.write(
        over("select: {n: CAST(s AS INT)}", "")
            .replace("path: in, format: ndjson", "path: in, format: csv, header: true"));
    site.give("x.csv", "a,b,s\n1,2,\"3\"\n\n1,2,x\n");
    assertThat(site.run().err())
        .contains("p.yaml:10:17: error TM610: step `ratio`")
        .contains("x.csv:4: the string value 'x' cannot be cast to int");
  }

  @Test
  void failedRowsOfAColumnGoToTheDeadLettersAndTheOthersGoOn() throws IOException {
    site.write(over("select: {r: a DIV b, s: s}", KEEP));
    site.give(
        "x.ndjson",
        "{\"a\":6,\"b\":2,\"s\":\"x\"}\n{\"a\":1,\"b\":0,\"s\":\"y\"}\n{\"a\":9,\"b\":3}\n");
    Ran run = site.counted();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).containsExactly("{\"r\":3,\"s\":\"x\"}", "{\"r\":3,\"s\":null}");
    assertThat(site.rows("dead")).hasSize(1);
    assertThat(site.rows("dead").get(0))
        .contains("\"source\":\"events\"", "x.ndjson\",\"position\":2", "\"code\":\"TM610\"")
        .contains("\"step\":\"ratio\"", "division by zero")
        .contains("\"row\":\"{\\\"a\\\":1,\\\"b\\\":0,\\\"s\\\":\\\"y\\\"}\"")
        .contains("\"record\":null");
    assertThat(run.err()).contains("\"dead_lettered\":{\"ratio\":1}");
    Ran status = Site.command(Map.of(), "status", site.path("checkpoint").toString());
    assertThat(status.out()).contains("1 dead-lettered");
  }

  @Test
  void rowThatAFilterFailsOnDoesNotPassAndIsKept() throws IOException {
    site.write(over("filter: 10 DIV a > 1", KEEP));
    site.give("x.ndjson", "{\"a\":1}\n{\"a\":0}\n{\"a\":9}\n{\"a\":5}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .containsExactly("{\"a\":1,\"b\":null,\"s\":null}", "{\"a\":5,\"b\":null,\"s\":null}");
    assertThat(site.rows("dead")).hasSize(1);
  }

  @Test
  void conditionBehindAStepThatKeepsItsRowsDoesNotMovePastIt() throws IOException {
    site.write(
        over("with: {r: 10 DIV a}", KEEP)
            .replace("sinks:\n", "  some:\n    from: ratio\n    filter: r > 1\nsinks:\n")
            .replace("from: ratio, file", "from: some, file"));
    site.give("x.ndjson", "{\"a\":1}\n{\"a\":0}\n{\"a\":9}\n");
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).containsExactly("{\"a\":1,\"b\":null,\"s\":null,\"r\":10}");
    assertThat(site.rows("dead")).hasSize(1);
  }

  @Test
  void failedInputsOfAnAggregationAreNotCounted() throws IOException {
    site.write(
        over(
                "aggregate:\n  by: {half: a DIV 2}\n"
                    + "  compute: {n: count(*), total: sum(b DIV (a - 3)) FILTER (WHERE a <> 7)}",
                KEEP)
            .replace("checkpoint:", "output_mode: complete\ncheckpoint:"));
    // a = 3 fails in the sum; a = 7 would give 1 / 4 but is not summed, so it stays.
    site.give("x.ndjson", "{\"a\":2,\"b\":5}\n{\"a\":3,\"b\":1}\n{\"a\":7,\"b\":1}\n");
    Ran run = site.run();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .containsExactly(
            "{\"half\":1,\"n\":1,\"total\":-5}", "{\"half\":3,\"n\":1,\"total\":null}");
    assertThat(site.rows("dead")).hasSize(1);
  }

  @Test
  void sumThatOverflowsNamesItsStep() throws IOException {
    site.write(
        over("aggregate: {compute: {total: sum(a)}}", KEEP)
            .replace("checkpoint:", "output_mode: complete\ncheckpoint:"));
    site.give("x.ndjson", "{\"a\":9223372036854775807}\n{\"a\":1}\n");
    Ran run = site.run();
    assertThat(run.end()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("p.yaml:8:3: error TM610: step `ratio` fails: ");
  }

  @Test
  void failedPairsOfAJoinAreNoPartners() throws IOException {
    site.write(
        """
        format: 1
        pipeline: pairs
        sources:
          lefts:
            file: {path: in/l, format: ndjson}
            columns: {k: int, v: bigint}
          rights:
            file: {path: in/r, format: ndjson}
            columns: {k: int, w: bigint}
        steps:
          pair:
            join:
              left: lefts
              right: rights
              match: left.k = right.k AND left.v DIV right.w > 1
              select: {v: left.v, w: right.w}
            on_error: dead_letter
        sinks:
          out: {from: pair, file: {path: out, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """);
    site.give("l/x.ndjson", "{\"k\":1,\"v\":10}\n");
    site.give("r/x.ndjson", "{\"k\":1,\"w\":5}\n{\"k\":1,\"w\":0}\n{\"k\":1,\"w\":10}\n");
    Ran run = site.run();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).containsExactly("{\"v\":10,\"w\":5}");
    List<String> dead = site.rows("dead");
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0)).contains("\"step\":\"pair\"", "\\\"right.w\\\":0", "\"source\":null");
  }

  @Test
  void failedRowsOfALookupAreToldWithTheirLine() throws IOException {
    site.write(
        """
        format: 1
        pipeline: looked
        sources:
          events:
            file: {path: in/e, format: ndjson}
            columns: {k: string, v: bigint}
          table:
            static: true
            file: {path: in/t, format: ndjson}
            columns: {k: int, w: bigint}
        steps:
          wide:
            from: events
            lookup:
              source: table
              match: CAST(left.k AS INT) = right.k
              select: {v: left.v, q: left.v DIV right.w}
            on_error: dead_letter
        sinks:
          out: {from: wide, file: {path: out, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """);
    site.give("t/x.ndjson", "{\"k\":1,\"w\":5}\n{\"k\":2,\"w\":0}\n");
    site.give(
        "e/x.ndjson", "{\"k\":\"1\",\"v\":10}\n{\"k\":\"x\",\"v\":1}\n{\"k\":\"2\",\"v\":3}\n");
    Ran run = site.run();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows()).containsExactly("{\"v\":10,\"q\":2}");
    assertThat(site.rows("dead")).hasSize(2);
    assertThat(String.join("\n", site.rows("dead")))
        .contains("\"position\":2", "'x' cannot be cast", "division by zero");
  }

  @Test
  void rowOfATableIsToldWithItsLineWhateverThePolicy() throws IOException {
    site.write(
        """
        format: 1
        pipeline: looked
        sources:
          events:
            file: {path: in/e, format: ndjson}
            columns: {k: int}
          table:
            static: true
            file: {path: in/t, format: ndjson}
            columns: {k: string, w: bigint}
        steps:
          wide:
            from: events
            lookup:
              source: table
              match: left.k = CAST(right.k AS INT)
              select: {k: left.k, w: right.w}
            on_error: dead_letter
        sinks:
          out: {from: wide, file: {path: out, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """);
    site.give("t/x.ndjson", "{\"k\":\"1\",\"w\":5}\n{\"k\":\"x\",\"w\":0}\n");
    site.give("e/x.ndjson", "{\"k\":1}\n");
    assertThat(site.run().err())
        .contains("p.yaml:16:23: error TM610: step `wide` fails on a row of source `table` at ")
        .contains("t/x.ndjson:2: the string value 'x' cannot be cast to int");
  }

  @Test
  void ruleThatFailsDoesNothingForTheRow() throws IOException {
    site.write(
        over(
            """
            stateful:
              by: [s]
              state:
                total: {type: bigint, initial: 0}
              time: processing_time
              rules:
                - when: a > 0
                  set: {total: state.total + a DIV b}
                  emit: {s: s, before: state.total}
            """,
            KEEP));
    site.give(
        "x.ndjson",
        """
        {"a":6,"b":2,"s":"x"}
        {"a":5,"b":0,"s":"x"}
        {"a":4,"b":1,"s":"x"}
        """);
    Ran run = site.run();
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(site.rows())
        .containsExactly("{\"s\":\"x\",\"before\":0}", "{\"s\":\"x\",\"before\":3}");
    assertThat(site.rows("dead")).hasSize(1);
  }

  @Test
  void stepsThatComputeNothingRefuseThePolicyAndTheOthersNeedAPlace() throws IOException {
    site.write(over("drop: [s]", KEEP));
    assertThat(site.lint().out() + site.lint().err()).contains("TM103", "`drop` computes nothing");
    site.write(over("with: {r: a / b}", KEEP).replaceFirst("dead_letter: \\{file.*\n", ""));
    assertThat(site.lint().out() + site.lint().err()).contains("p.yaml:11:15: error TM104");
  }

  @Test
  void secretOfAFailingExpressionIsInNoMessageAndNoDeadLetter() throws IOException {
    Map<String, String> secret = Map.of("TIDEMARK_SECRET_PIN", "s3cr3t-77");
    String step = "with: {r: \"CAST(concat('${secret:pin}', s) AS INT)\"}";
    site.give("x.ndjson", "{\"s\":\"x\"}\n");
    site.write(over(step, ""));
    Ran failed = Site.command(secret, "run", site.path("p.yaml").toString());
    assertThat(failed.err()).contains("cannot be cast to int").doesNotContain("s3cr3t");
    site.write(over(step, KEEP));
    assertThat(Site.command(secret, "run", site.path("p.yaml").toString()).end())
        .isEqualTo(ExitCode.DONE);
    assertThat(site.rows("dead")).hasSize(1);
    assertThat(site.rows("dead").get(0)).contains("cannot be cast").doesNotContain("s3cr3t");
  }

  @Test
  void explainSaysWhereFailedRowsGo() throws IOException {
    site.write(over("with: {r: a DIV b}", KEEP));
    assertThat(Site.command(Map.of(), "explain", site.path("p.yaml").toString()).out())
        .containsPattern("failed rows +counted and written to the dead letters: file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"planned", "read", "state_sealed", "sink_prepared", "sink_committed"})
  void batchThatIsRunAgainDoesNotDoubleItsDeadLetters(String boundary) throws IOException {
    site.write(over("with: {r: a DIV b}", KEEP));
    Files.writeString(
        site.path("p.test.yaml"),
        """
        format: 1
        pipeline: p.yaml
        tests:
          - name: crash
            match: subset
            steps:
              - give: {events: [{a: 1, b: 0}, {a: 4, b: 2}]}
              - crash: {batch: 1, at: %s}
              - give: {events: [{a: 2, b: 0}, {a: 9, b: 3}]}
              - restart: true
              - give: {events: [{a: 3, b: 0}]}
            finally:
              out: [{r: 2}, {r: 3}]
              dead_letter:
                - {step: ratio, row: '{"a":1,"b":0,"s":null}'}
                - {step: ratio, row: '{"a":2,"b":0,"s":null}'}
                - {step: ratio, row: '{"a":3,"b":0,"s":null}'}
        """
            .formatted(boundary));
    Ran suite = Site.command(Map.of(), "test", site.path("p.test.yaml").toString());
    assertThat(suite.end()).as(suite.out() + suite.err()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void manyFailedRowsAmongMany() throws IOException {
    site.write(over("with: {r: a DIV b}", KEEP));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append("{\"a\":%d,\"b\":%d}\n".formatted(i, i % 3));
    }
    site.give("x.ndjson", lines.toString());
    assertThat(site.run().end()).isEqualTo(ExitCode.DONE);
    // Of 0 … 19,999 those divisible by three: 6,667.
    assertThat(site.rows("dead")).hasSize(6_667);
    assertThat(site.rows()).hasSize(13_333);
    assertThat(site.rows("dead"))
        .allSatisfy(
            line -> {
              long a = Long.parseLong(line.replaceAll(".*\\{\\\\\"a\\\\\":(\\d+),.*", "$1"));
              assertThat(line).contains("\"position\":" + (a + 1) + ",");
            });
  }
}
