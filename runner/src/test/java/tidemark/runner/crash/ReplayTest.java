package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.runner.engine.Boundary;

/** Dead letters that are read again: once, whatever dies. */
class ReplayTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: again
      sources:
        events:
          file: {path: in, format: ndjson}
          columns: {a: bigint, b: bigint}
          on_bad_record: dead_letter
      steps:
        ratio:
          from: events
          with: {r: "a DIV b"}
          on_error: dead_letter
      sinks:
        out: {from: ratio, file: {path: out, format: ndjson}}
      dead_letter: {file: {path: dead, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void runOnceWithThreeDeadLetters() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    file = Files.writeString(folder.resolve("p.yaml"), PIPELINE);
    give("1", "{\"a\":1,\"b\":0}\n{\"a\":6,\"b\":3}\n{\"a\":2,\"b\":0}\n{\"a\":\"x\",\"b\":1}\n");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results("out")).containsExactly(row("6", "3", "2"));
    assertThat(results("dead")).hasSize(3);
  }

  private void give(String name, String lines) throws IOException {
    Files.writeString(folder.resolve("in").resolve(name), lines);
  }

  private List<String> results(String sink) throws IOException {
    return Results.of(folder.resolve(sink)).stream().sorted().toList();
  }

  private static String row(String a, String b, String r) {
    return "{\"a\":%s,\"b\":%s,\"r\":%s}".formatted(a, b, r);
  }

  private Commands replay(String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "dead-letter";
    args[1] = "replay";
    args[2] = file.toString();
    System.arraycopy(more, 0, args, 3, more.length);
    return Commands.of(args);
  }

  /** Division by zero gives null from now on. */
  private void correct() throws IOException {
    Files.writeString(file, PIPELINE.replace("a DIV b", "a DIV nullif(b, 0)"));
  }

  @Test
  void lettersAreListedWithWhatTheyNeed() {
    Commands list = Commands.of("dead-letter", "ls", file.toString());
    assertThat(list.end()).as(list.printed()).isZero();
    assertThat(list.printed())
        .contains("part-000000000-", "TM610  ratio  ", "in/1:1  division by zero")
        .contains("TM601  events  ", "in/1:4  ")
        .contains("3 dead letters")
        .doesNotContain("(replayed)");
    assertThat(Commands.of("dead-letter", "ls", file.toString(), "--of", "ratio").printed())
        .contains("2 dead letters");
    assertThat(Commands.of("dead-letter", "ls", file.toString(), "--batch", "7").printed())
        .contains("0 dead letters");
    Commands wrong = Commands.of("dead-letter", "ls", file.toString(), "--of", "nope");
    assertThat(wrong.end()).isEqualTo(2);
    assertThat(wrong.printed()).contains("no source and no step 'nope'", "events, ratio");
  }

  @Test
  void correctedPipelineReadsItsDeadLettersOnce() throws IOException {
    correct();
    assertThat(replay("--dry-run").printed()).contains("ratio: 2 letters", "nothing was done");
    assertThat(replay("--of", "ratio").printed()).contains("ratio: 2 letters", "replay 1");
    assertThat(results("out")).hasSize(1);
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isZero();
    List<String> all = List.of(row("1", "0", "null"), row("2", "0", "null"), row("6", "3", "2"));
    assertThat(results("out")).isEqualTo(all);
    assertThat(Commands.of("dead-letter", "ls", file.toString()).printed())
        .containsPattern("ratio .*\\(replayed\\)")
        .doesNotContainPattern("events .*\\(replayed\\)");
    assertThat(replay("--of", "ratio").printed()).contains("nothing to read again");
    assertThat(Commands.run(file).printed()).contains("no batch was needed");
    assertThat(results("out")).isEqualTo(all);
  }

  @Test
  void lettersThatWaitAreToldFromThoseThatWereRead() throws IOException {
    String checkpoint = folder.resolve("checkpoint").toString();
    assertThat(Commands.of("status", checkpoint).printed()).doesNotContain("dead letter");
    assertThat(replay("--of", "ratio").printed()).contains("replay 1");
    assertThat(replay("--of", "events").printed()).contains("replay 2");
    assertThat(Commands.of("status", checkpoint).printed())
        .contains("reads again 2 dead letters", "later: 1 dead letter");
    assertThat(Commands.of("status", checkpoint, "--format", "json").printed())
        .containsPattern("letters_read_again\" : \\{\\s*\"next_batch\" : 2,\\s*\"later\" : 1");
    assertThat(Commands.of("dead-letter", "ls", file.toString()).printed())
        .containsPattern("ratio .*\\(asked for\\)")
        .containsPattern("events .*\\(asked for\\)")
        .doesNotContain("(replayed)");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(Commands.of("status", checkpoint).printed()).doesNotContain("dead letter");
    assertThat(Commands.of("dead-letter", "ls", file.toString(), "--batch", "0").printed())
        .containsPattern("ratio .*\\(replayed\\)")
        .doesNotContain("(asked for)");
  }

  @Test
  void rollbackSaysThatAFolderOfLettersIsCleanedByTheNextRun() throws IOException {
    give("2", "{\"a\":3,\"b\":0}\n");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results("dead")).hasSize(4);
    String checkpoint = folder.resolve("checkpoint").toString();
    assertThat(Commands.of("checkpoint", "rollback", checkpoint, "--to-batch", "0").printed())
        .contains("the next run takes them out of a folder of files; of any other place, take");
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isZero();
    assertThat(results("dead")).hasSize(4);
  }

  @Test
  void recordThatIsStillBadIsADeadLetterAgainAndOneThatIsGoodByNowIsARow() throws IOException {
    assertThat(replay("--of", "events").printed()).contains("events: 1 letter");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results("dead")).hasSize(4);
    assertThat(Commands.of("dead-letter", "ls", file.toString(), "--batch", "1").printed())
        .contains("TM601  events  ", "in/1:4  ");
    Files.writeString(
        file,
        PIPELINE.replace("columns: {a: bigint", "columns: {a: string").replace("a DIV", "b DIV"));
    assertThat(replay("--of", "events", "--batch", "1").printed()).contains("events: 1 letter");
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isZero();
    assertThat(results("out")).containsExactly(row("\"x\"", "1", "1"), row("6", "3", "2"));
  }

  @Test
  void rowThatFailsAgainIsADeadLetterOfTheSameLine() throws IOException {
    assertThat(replay("--of", "ratio").printed()).contains("ratio: 2 letters");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(Commands.of("dead-letter", "ls", file.toString(), "--batch", "1").printed())
        .contains("in/1:1  division by zero", "in/1:3  division by zero", "2 dead letters");
    assertThat(replay("--of", "ratio", "--batch", "1").printed()).contains("ratio: 2 letters");
  }

  @Test
  void aRowWhoseColumnIsCalledOtherwiseByThenIsNotReadAsNull() throws IOException {
    assertThat(replay("--of", "ratio").printed()).contains("ratio: 2 letters");
    Files.writeString(
        file,
        PIPELINE.replace("{a: bigint", "{c: bigint").replace("a DIV b", "if(b = 0, c, c DIV b)"));
    Commands run = Commands.run(file);
    assertThat(run.end()).isEqualTo(1);
    assertThat(run.printed()).contains("TM650", "its columns are not those of the step's input");
    Files.writeString(file, PIPELINE.replace("a DIV b", "if(b = 0, a, a DIV b)"));
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results("out"))
        .containsExactly(row("1", "0", "1"), row("2", "0", "2"), row("6", "3", "2"));
  }

  @Test
  void lettersCorrectedByHandAreReadInTheStead() throws IOException {
    String lines = Commands.of("dead-letter", "ls", file.toString(), "--format", "json").printed();
    assertThat(lines.lines()).hasSize(3);
    Path letters =
        Files.writeString(
            folder.resolve("letters.ndjson"),
            lines.replace("\\\"b\\\":0", "\\\"b\\\":1").replace("\\\"x\\\"", "9"));
    assertThat(replay("--from", letters.toString()).printed())
        .contains("events: 1 letter", "ratio: 2 letters");
    assertThat(replay().printed()).contains("nothing to read again");
    assertThat(Commands.run(file).end()).isZero();
    assertThat(results("out"))
        .containsExactly(
            row("1", "1", "1"), row("2", "1", "2"), row("6", "3", "2"), row("9", "1", "9"));
  }

  @Test
  void correctedLettersKeepTheirDataAndAreEachReadOnce() throws IOException {
    String address = "http://h/?token=abcdef";
    Files.writeString(
        file,
        PIPELINE.replace("a: bigint", "a: string").replace("a DIV b", "CAST(a AS INT) DIV b"));
    give("2", "{\"a\":\"" + address + "\",\"b\":1}\n{\"a\":\"" + address + "\",\"b\":\"x\"}\n");
    assertThat(Commands.run(file).end()).isZero();
    String lines =
        Commands.of("dead-letter", "ls", file.toString(), "--batch", "1", "--format", "json")
            .printed();
    assertThat(lines.lines()).hasSize(2).allMatch(line -> line.contains(address));
    Files.writeString(
        file, PIPELINE.replace("a: bigint", "a: string").replace("a DIV b", "length(a) DIV b"));
    Path letters =
        Files.writeString(
            folder.resolve("letters.ndjson"), lines.replace("\\\"b\\\":\\\"x\\\"", "\\\"b\\\":1"));
    assertThat(replay("--from", letters.toString()).printed())
        .contains("events: 1 letter", "ratio: 1 letter");
    assertThat(replay("--from", letters.toString()).printed())
        .contains(":1: left out, it was asked for before (TM650)", "nothing to read again");
    assertThat(replay("--batch", "1").printed()).isEqualTo("nothing to read again\n");
    assertThat(Commands.run(file).end()).isZero();
    String read = row("\"" + address + "\"", "1", "22");
    assertThat(results("out")).containsExactly(read, read, row("6", "3", "2"));
  }

  @Test
  void correctedLettersSayWhichTheyStandFor() throws IOException {
    Path raw = Files.writeString(folder.resolve("raw"), String.join("\n", results("dead")));
    Commands refused = replay("--from", raw.toString());
    assertThat(refused.end()).isEqualTo(1);
    assertThat(refused.printed())
        .contains("TM650", "line 1: it has no `id`", "dead-letter ls FILE --format json");
    String lines = Commands.of("dead-letter", "ls", file.toString(), "--format", "json").printed();
    String first = lines.lines().findFirst().orElseThrow();
    String id = first.replaceFirst("\\{\"id\":\"([^\"]*)\".*", "$1");
    Path twice = Files.writeString(folder.resolve("twice"), lines + first + "\n");
    assertThat(replay("--from", twice.toString()).printed())
        .contains("TM650", "line 4: `" + id + "` is the `id` of a line before, too");
    Path foreign =
        Files.writeString(
            folder.resolve("foreign"), first.replace("part-000000000", "part-000000009"));
    assertThat(replay("--from", foreign.toString()).printed())
        .contains("TM650", "line 1: ", "is not among the dead letters");
    for (String damage :
        List.of(
            "{",
            "{\"id\":\"" + id + "\",\"position\":\"x\"}",
            "{\"id\":\"" + id + "\",\"record\":\"?\"}")) {
      Path damaged = Files.writeString(folder.resolve("damaged"), first + "\n" + damage + "\n");
      assertThat(replay("--from", damaged.toString()).printed()).contains("TM650", "line 2: ");
    }
    assertThat(replay("--from", folder.resolve("missing").toString()).printed())
        .contains("missing` cannot be read as dead letters: no such file or folder")
        .doesNotContain("Exception");
    assertThat(folder.resolve("checkpoint/replays")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Boundary.class)
  void replayThatDiesIsDoneOnce(Boundary last) throws IOException {
    correct();
    assertThat(replay("--of", "ratio").end()).isZero();
    give("2", "{\"a\":8,\"b\":2}\n");
    LocalPipeline pipeline = new LocalPipeline(file, 7);
    boolean died =
        pipeline.dies(
            1,
            (boundary, batch) -> {
              if (boundary == last) {
                throw new Died(boundary, batch);
              }
            });
    assertThat(died).isTrue();
    new LocalPipeline(file, 8).run(1);
    assertThat(results("out"))
        .containsExactly(
            row("1", "0", "null"), row("2", "0", "null"), row("6", "3", "2"), row("8", "2", "4"));
  }

  @Test
  void rowsOfEveryTypeComeBackAsTheyWere() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other/in")).getParent();
    String text =
        """
        format: 1
        pipeline: types
        sources:
          events:
            file: {path: in, format: ndjson}
            columns:
              s: string
              d: double
              f: float
              m: decimal(20,5)
              day: date
              t: timestamp
              n: timestamp_ntz
              x: binary
              l: array<int>
              p: map<string,bigint>
              o: "struct<u: string, v: boolean>"
        steps:
          number:
            from: events
            with: {i: CAST(s AS INT)}
            on_error: dead_letter
        sinks:
          out: {from: number, file: {path: out, format: ndjson}}
          all: {from: events, file: {path: all, format: ndjson}}
        dead_letter: {file: {path: dead, format: ndjson}}
        checkpoint: checkpoint
        """;
    file = Files.writeString(other.resolve("p.yaml"), text);
    Files.writeString(
        other.resolve("in/1"),
        """
        {"s":"a\\"\u00fc\u2603\\n","d":1.1,"f":0.1,"m":"123456789012345.12345","day":"2024-02-29",\
        "t":"2024-01-01T00:00:00.123456Z","n":"0001-01-01T00:00:00.000001","x":"AP8=",\
        "l":[1,null],"p":{"k":-9223372036854775808},"o":{"u":null,"v":true}}
        {"s":"x"}
        """);
    assertThat(Commands.run(file).end()).isZero();
    assertThat(Results.of(other.resolve("dead"))).hasSize(2);
    Files.writeString(file, text.replace("CAST", "try_cast"));
    assertThat(replay().printed()).contains("number: 2 letters");
    assertThat(Commands.run(file).end()).isZero();
    List<String> expected =
        Results.of(other.resolve("all")).stream()
            .map(row -> row.substring(0, row.length() - 1) + ",\"i\":null}")
            .toList();
    assertThat(Results.of(other.resolve("out"))).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void pairOfAJoinIsLeftOutWithTheReason() throws IOException {
    Files.writeString(
        file, PIPELINE.replace("  ratio:", "  other:").replace("from: ratio", "from: other"));
    Commands replay = replay();
    assertThat(replay.printed())
        .contains("left out, the pipeline has no step `ratio` (TM650)", "events: 1 letter");
  }

  @Test
  void rowOfAJoinIsLeftOutForItsSideIsNotKnown() throws IOException {
    Path other = Files.createDirectories(folder.resolve("sides"));
    Files.createDirectories(other.resolve("l"));
    Files.createDirectories(other.resolve("r"));
    file =
        Files.writeString(
            other.resolve("p.yaml"),
            """
            format: 1
            pipeline: sides
            sources:
              lefts: {file: {path: l, format: ndjson}, columns: {k: string, v: bigint}}
              rights: {file: {path: r, format: ndjson}, columns: {k: string, v: bigint}}
            steps:
              pair:
                join:
                  left: lefts
                  right: rights
                  match: CAST(left.k AS INT) = CAST(right.k AS INT)
                  select: {v: left.v, w: right.v}
                on_error: dead_letter
            sinks:
              out: {from: pair, file: {path: out, format: ndjson}}
            dead_letter: {file: {path: dead, format: ndjson}}
            checkpoint: checkpoint
            """);
    Files.writeString(other.resolve("l/1"), "{\"k\":\"1\",\"v\":2}\n");
    Files.writeString(other.resolve("r/1"), "{\"k\":\"x\",\"v\":3}\n");
    Commands run = Commands.run(file);
    assertThat(run.end()).as(run.printed()).isZero();
    assertThat(Results.of(other.resolve("dead")))
        .singleElement()
        .asString()
        .contains("\"source\":\"rights\"");
    assertThat(replay().printed())
        .contains("left out, rows of a join do not say their side (TM650)")
        .contains("nothing to read again");
  }
}
