package tidemark.runner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Run once by the launcher where the distribution stands: unpacks the native libraries and uses the
 * commands on a small pipeline, so that their classes enter the class archive.
 */
final class Preparation {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: preparation
      vars: {delay: 1 minute}
      sources:
        in:
          file: {path: in, format: ndjson}
          columns: {ts: timestamp, k: string, n: bigint, x: double}
          watermark: {column: ts, delay: "${var:delay}"}
      steps:
        some: {from: in, filter: n > 0 AND k <> 'c'}
        more: {from: some, with: {m: "n * 2 + coalesce(n, 0)", u: upper(k)}}
        sums:
          from: more
          aggregate:
            window: {tumbling: 1 minute}
            by: [k]
            compute:
              n: count(*)
              m: sum(m)
              a: avg(x)
              b: max(x) FILTER (WHERE n > 1)
      sinks:
        out: {from: sums, file: {path: out, format: ndjson}}
        columns: {from: some, file: {path: columns, format: parquet, compression: snappy}}
      checkpoint: checkpoint
      """;

  private static final String OVER_COLUMNS =
      """
      format: 1
      pipeline: over-columns
      sources:
        in: {file: {path: columns, format: parquet}, watermark: {column: ts, delay: 1 minute}}
      steps:
        sums: {from: in, aggregate: {window: {tumbling: 1 minute}, by: [k], compute: {m: sum(n)}}}
      sinks:
        out: {from: sums, file: {path: sums, format: ndjson}}
      checkpoint: over-columns
      """;

  private static final String ROWS =
      """
      {"ts":"2026-01-01T00:00:01Z","k":"a","n":1,"x":0.5}
      {"ts":"2026-01-01T00:00:02Z","k":"b","n":2,"x":1.5}
      {"ts":"2026-01-01T00:09:03Z","k":"c","n":3,"x":2.5}
      """;

  private Preparation() {}

  /**
   * @param args a folder for the native libraries, one to work in, and one with pipelines whose
   *     check shows what the language needs
   */
  public static void main(String[] args) throws IOException {
    use(Main.class.getSimpleName()); // no such command, but its class is needed, too
    Ahead.begin();
    NativeLibraries.unpack(Path.of(args[0]));
    Path folder = Files.createDirectories(Path.of(args[1]));
    String good = Files.writeString(folder.resolve("p.yaml"), PIPELINE).toString();
    String bad =
        Files.writeString(folder.resolve("q.yaml"), PIPELINE.replace("k <> 'c'", "kk <> 5"))
            .toString();
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/1.ndjson"), ROWS);
    use("--version");
    use("--help");
    use("explain-code", "TM401");
    use("lint", "--unknown");
    use("functions");
    use("lint", args[2]);
    use("fmt", "--check", args[2]);
    use("test", args[2] + "/orders-per-minute");
    use("lint", good, bad);
    use("lint", "--format", "json", good);
    use("explain", good);
    use("run", "--progress", "live", good);
    use("run", "--progress", "plain", good);
    use("run", "--progress", "json", good);
    String over = Files.writeString(folder.resolve("o.yaml"), OVER_COLUMNS).toString();
    use("run", "--progress", "none", over);
    String checkpoint = folder.resolve("checkpoint").toString();
    use("status", checkpoint);
    String changed =
        Files.writeString(folder.resolve("r.yaml"), PIPELINE.replace("avg(x)", "max(x)"))
            .toString();
    for (String format : List.of("text", "json", "sarif", "github", "junit")) {
      use("lint", "--format", format, changed, "--checkpoint", checkpoint);
    }
  }

  private static void use(String... command) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    ExitCode unused = Cli.run(command, Console.of(nowhere, nowhere, Map.of(), 80));
  }
}
