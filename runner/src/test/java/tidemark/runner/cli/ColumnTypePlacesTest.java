package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A type that a source cannot give is refused where the column is declared. */
class ColumnTypePlacesTest {
  @TempDir private Path folder;

  /** The findings of a source with the columns of lines 6 to 9, without the lines that show it. */
  private List<String> lint(String connector, String... columns) throws IOException {
    String pipeline =
        """
        format: 1
        pipeline: p
        sources:
          in:
            CONNECTOR
            columns:
              COLUMNS
        sinks:
          out: {from: in, file: {path: out, format: ndjson}}
        """
            .replace("CONNECTOR", connector)
            .replace("COLUMNS", String.join("\n      ", columns));
    String file = Files.writeString(folder.resolve("p.yaml"), pipeline).toString();
    return CliRun.of("lint", file)
        .out()
        .replace(file, "p.yaml")
        .lines()
        .filter(line -> line.contains(": error "))
        .toList();
  }

  @Test
  void eachColumnThatAFileCannotHold() throws IOException {
    assertThat(
            lint(
                "file: {path: in, format: csv}",
                "a: int",
                "tags: array<int>",
                "m: map<string,int>"))
        .containsExactly(
            "p.yaml:8:13: error TM614: column `tags` (array<int>) cannot be read from csv",
            "p.yaml:9:10: error TM614: column `m` (map<string,int>) cannot be read from csv");
    assertThat(lint("file: {path: in, format: ndjson}", "a: int", "m: map<int,string>"))
        .containsExactly(
            "p.yaml:8:10: error TM614: column `m` (map<int,string>) cannot be read from ndjson");
    assertThat(lint("file: {path: in, format: text}", "value: int"))
        .containsExactly(
            "p.yaml:7:14: error TM614: the format `text` has exactly one column,"
                + " `value` of type string");
  }

  @Test
  void eachColumnThatATopicOrATableCannotHold() throws IOException {
    assertThat(
            lint(
                "kafka: {servers: \"h:1\", topic: t, format: csv}",
                "a: int",
                "tags: array<int>",
                "m: map<string,int>"))
        .containsExactly(
            "p.yaml:8:13: error TM614: column `tags` (array<int>) cannot be read from csv",
            "p.yaml:9:10: error TM614: column `m` (map<string,int>) cannot be read from csv");
    assertThat(lint("kafka: {servers: \"h:1\", topic: t, format: raw}", "value: string"))
        .containsExactly(
            "p.yaml:7:14: error TM614: the format `raw` has exactly one column,"
                + " `value` of type binary");
    assertThat(lint("jdbc: {url: \"jdbc:sqlite:x.db\", table: t}", "a: int", "tags: array<int>"))
        .containsExactly("p.yaml:8:13: error TM614: `tags` is array<int>, which no table holds");
  }

  @Test
  void columnsOfASourceThatHasItsOwn() throws IOException {
    assertThat(lint("rate: {rows_per_second: 1}", "timestamp: timestamp", "value: int"))
        .containsExactly(
            "p.yaml:8:14: error TM614: a rate source has the columns `timestamp: timestamp` and"
                + " `value: bigint`");
    assertThat(lint("socket: {host: h, port: 1}", "value: int"))
        .containsExactly(
            "p.yaml:7:14: error TM614: a socket source has one column, `value: string`");
  }

  @Test
  void columnOfASchemaFileStandsThere() throws IOException {
    Files.writeString(folder.resolve("s.yaml"), "columns:\n  a: int\n  tags: array<int>\n");
    String file =
        Files.writeString(
                folder.resolve("q.yaml"),
                """
                format: 1
                pipeline: p
                sources:
                  in: {file: {path: in, format: csv}, schema: s.yaml}
                sinks:
                  out: {from: in, file: {path: out, format: ndjson}}
                """)
            .toString();
    assertThat(CliRun.of("lint", file).out())
        .contains("s.yaml:3:9: error TM614: column `tags` (array<int>) cannot be read from csv\n")
        .contains("    3 |   tags: array<int>\n");
  }
}
