package tidemark.runner.infer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tidemark.runner.infer.Sample.Row;

/**
 * A pipeline over a sample and its test suite, to begin with: rows a minute if a column holds
 * instants, else the rows whose first column is not null. The suite's expectations are worked out
 * here, not by running the pipeline.
 */
public final class FirstPipeline {
  private static final int ROWS = 5;
  private static final Set<String> TAKEN = Set.of("out", "kept", "per_minute");

  private final Sample sample;
  private final String id;
  private final String path;
  private final Optional<String> time;
  private final List<Row> rows;

  /**
   * @param fileName the sample's name, which gives the names in the pipeline
   * @param path the sample's path as the pipeline is to write it
   */
  public FirstPipeline(Sample sample, String fileName, String path) {
    this.sample = sample;
    this.id = source(Names.id(fileName));
    this.path = path;
    this.rows = sample.rows().subList(0, Math.min(ROWS, sample.rows().size()));
    this.time =
        sample.time().filter(t -> rows.stream().anyMatch(row -> row.values().containsKey(t)));
  }

  /** Ids are unique across sources, steps and sinks. */
  private static String source(String id) {
    return TAKEN.contains(id) ? id + "_in" : id;
  }

  /** The pipeline file. */
  public String pipeline() {
    StringBuilder text = new StringBuilder();
    text.append("format: 1\npipeline: ").append(id.replace('_', '-')).append("\n\n");
    text.append("sources:\n  ").append(id).append(":\n    file: {path: ");
    text.append(Names.quoted(path)).append(", format: ").append(sample.format());
    text.append(sample.header().isPresent() ? ", header: true" : "");
    text.append(sample.manyLines() ? ", multiline: true" : "").append("}\n");
    text.append("    columns:\n").append(sample.columnsYaml("      "));
    time.ifPresent(
        column ->
            text.append("    watermark: {column: ")
                .append(Names.inYaml(column))
                .append(", delay: 10 minutes}\n"));
    text.append("\nsteps:\n");
    text.append(time.isPresent() ? perMinute() : kept());
    text.append("\nsinks:\n  out:\n    from: ").append(time.isPresent() ? "per_minute" : "kept");
    return text.append("\n    file: {path: out, format: ndjson}\n\ncheckpoint: checkpoint\n")
        .toString();
  }

  private String perMinute() {
    return """
      per_minute:
        from: %s
        aggregate:
          window: {tumbling: 1 minute}
          compute: {rows: count(*)}
    """
        .formatted(id);
  }

  private String kept() {
    String condition = Names.inDdl(first()) + " IS NOT NULL";
    return "  kept: {from: %s, filter: %s}\n"
        .formatted(id, condition.startsWith("`") ? Names.quoted(condition) : condition);
  }

  private String first() {
    return sample.columns().keySet().iterator().next();
  }

  /** The test suite, which stands beside the pipeline. */
  public String suite(String pipelineFile) {
    StringBuilder text = new StringBuilder();
    text.append("format: 1\npipeline: ").append(pipelineFile).append("\ntests:\n");
    if (time.isEmpty()) {
      text.append("  - name: rows pass whose first column is not null\n    steps:\n");
      give(text, rows);
      expect(
          text,
          rows.stream()
              .filter(row -> row.values().containsKey(first()))
              .map(row -> flow(row.values()))
              .toList());
      return text.toString();
    }
    text.append("  - name: a minute comes out once the watermark has passed its end\n");
    text.append("    steps:\n");
    give(text, rows);
    closing(text);
    expect(
        text,
        windows().entrySet().stream()
            .map(
                window ->
                    "{window_start: \"%s\", window_end: \"%s\", rows: %d}"
                        .formatted(
                            window.getKey(),
                            window.getKey().plus(1, ChronoUnit.MINUTES),
                            window.getValue()))
            .toList());
    return text.toString();
  }

  private static void expect(StringBuilder text, List<String> expected) {
    text.append("    finally:\n      out:").append(expected.isEmpty() ? " []\n" : "\n");
    expected.forEach(row -> text.append("        - ").append(row).append('\n'));
  }

  private void give(StringBuilder text, List<Row> given) {
    if (!sample.isText()) {
      text.append("      - give:\n          ").append(id).append(":\n");
      given.forEach(row -> text.append("            - ").append(flow(row.values())).append('\n'));
      return;
    }
    String lines = given.stream().map(row -> row.raw() + "\n").collect(Collectors.joining());
    String header = sample.header().map(names -> names + "\n").orElse("");
    text.append("      - give: {%s: {lines: %s}}\n".formatted(id, Names.quoted(header + lines)));
  }

  /** A row that is late enough to close all windows of the others. */
  private void closing(StringBuilder text) {
    Instant last = windows().lastKey().plus(30, ChronoUnit.MINUTES);
    String column = time.orElseThrow();
    if (!sample.isText()) {
      give(text, List.of(new Row("", Map.of(column, Names.quoted(last.toString())))));
      return;
    }
    if (sample.header().isEmpty()) {
      give(text, List.of(new Row("{%s:\"%s\"}".formatted(Names.quoted(column), last), Map.of())));
      return;
    }
    String fields =
        sample.columns().keySet().stream()
            .map(name -> name.equals(column) ? last.toString() : "")
            .collect(Collectors.joining(","));
    give(text, List.of(new Row(fields, Map.of())));
  }

  private TreeMap<Instant, Integer> windows() {
    TreeMap<Instant, Integer> windows = new TreeMap<>();
    for (Row row : rows) {
      String written = row.values().getOrDefault(time.orElseThrow(), "\"\"");
      TextTypes.instant(written.substring(1, written.length() - 1))
          .map(at -> at.truncatedTo(ChronoUnit.MINUTES))
          .ifPresent(start -> windows.merge(start, 1, Integer::sum));
    }
    return windows;
  }

  private static String flow(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> Names.inYaml(value.getKey()) + ": " + value.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
