package tidemark.runner.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.runner.cli.Cli;
import tidemark.runner.cli.Console;
import tidemark.runner.cli.ExitCode;
import tidemark.runner.cli.Stopping;
import tidemark.runner.yaml.Secrets;

/** A folder with a pipeline file, its input, its result and its checkpoint, as a user has it. */
record Site(Path folder) {
  /** Counts events of ten minutes and key; rows may come five minutes late. */
  static final String COUNTS =
      """
      format: 1
      pipeline: counts
      sources:
        events:
          file: {path: in, format: ndjson}
          columns: {k: string, ts: timestamp, v: bigint}
          watermark: {column: ts, delay: 5 minutes}
      steps:
        per_key:
          from: events
          aggregate:
            window: {tumbling: 10 minutes}
            by: [k]
            compute: {n: count(*)}
      sinks:
        out: {from: per_key, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  /** What a command printed and how it ended. */
  record Ran(ExitCode end, String err, String out) {
    /** A number of the summary that ends a run with JSON progress. */
    long count(String field) {
      String last = err.substring(err.lastIndexOf("{\"event\":\"summary\""));
      int at = last.indexOf("\"" + field + "\":") + field.length() + 3;
      return Long.parseLong(last.substring(at).split("[,}]", 2)[0]);
    }
  }

  /** Rows of a source with these columns as they are, in this format. */
  static String copy(String file, String columns, String more) {
    return """
        format: 1
        pipeline: copy
        sources:
          events:
            file: {path: in, %s}
            columns: {%s}
        %s
        sinks:
          out: {from: events, file: {path: out, format: ndjson}}
        checkpoint: checkpoint
        """
        .formatted(file, columns, more.indent(4).stripTrailing());
  }

  Site write(String pipeline) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("p.yaml"), pipeline);
    return this;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Path give(String name, String text) throws IOException {
    return give(name, text.getBytes(StandardCharsets.UTF_8));
  }

  Path give(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  /** Gives a file as it was left at this time. */
  void give(String name, String text, Instant modified) throws IOException {
    Files.setLastModifiedTime(give(name, text), FileTime.from(modified));
  }

  /** Events {@code key@hour:minute} of the first day of 2024, one a line. */
  static String events(String... events) {
    StringBuilder lines = new StringBuilder();
    for (String event : events) {
      String[] parts = event.split("@", 2);
      String time = parts[1].contains("T") ? parts[1] : "2024-01-01T" + parts[1];
      lines.append("{\"k\":\"%s\",\"ts\":\"%s:00Z\"}\n".formatted(parts[0], time));
    }
    return lines.toString();
  }

  /** Runs the pipeline; the progress is that of a log. */
  Ran run(String... options) {
    List<String> args = new ArrayList<>(List.of("run", path("p.yaml").toString()));
    args.addAll(List.of(options));
    return command(Map.of(), args.toArray(new String[0]));
  }

  /** Runs the pipeline; the progress is JSON. */
  Ran counted() {
    return run("--progress", "json");
  }

  Ran lint() {
    return command(Map.of(), "lint", path("p.yaml").toString());
  }

  static Ran command(Map<String, String> env, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            env,
            0,
            new Secrets(),
            new Stopping());
    ExitCode end = Cli.run(args, console);
    return new Ran(end, err.toString(StandardCharsets.UTF_8), out.toString(StandardCharsets.UTF_8));
  }

  /** The lines that a reader of the sink's folder sees, sorted. */
  List<String> rows() throws IOException {
    return rows("out");
  }

  /** The lines that a reader of a folder sees, sorted; none if it does not exist. */
  List<String> rows(String name) throws IOException {
    List<String> rows = new ArrayList<>();
    if (Files.isDirectory(path(name))) {
      try (Stream<Path> files = Files.list(path(name))) {
        for (Path part :
            files.filter(f -> !f.getFileName().toString().matches("[._].*")).toList()) {
          if (Files.isRegularFile(part)) {
            rows.addAll(Files.readAllLines(part));
          }
        }
      }
    }
    rows.sort(null);
    return rows;
  }
}
