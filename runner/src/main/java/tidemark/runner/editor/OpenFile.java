package tidemark.runner.editor;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Schema;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.language.Shape;
import tidemark.runner.lint.Lint;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.reader.SuiteReader;
import tidemark.runner.spec.Excerpt;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceText;

/**
 * A file as it stands in an editor, read anew with every change.
 *
 * @param findings without secrets
 * @param spec the pipeline; the last one that could be read, where this text cannot
 * @param isCurrent whether the pipeline is this text's, so that its places are
 */
record OpenFile(
    Path path,
    SourceText text,
    Shape.Mapping language,
    List<Diagnostic> findings,
    Optional<PipelineSpec> spec,
    boolean isCurrent,
    Map<String, Optional<Schema>> schemas,
    List<Connector> connectors) {
  /**
   * Reads a text.
   *
   * @param before what was known of the file before
   */
  static OpenFile of(Path path, String content, Optional<OpenFile> before, Languages languages) {
    SourceText text = new SourceText(path.toString(), content);
    if (Languages.isSuite(path)) {
      List<Diagnostic> found = new SuiteReader().read(content, path, folder(path)).report();
      return new OpenFile(
          path,
          text,
          languages.suite(),
          found,
          Optional.empty(),
          false,
          new HashMap<>(),
          List.of());
    }
    PipelineReader reader = new PipelineReader(languages.environment(), languages.connectors());
    Read read = reader.read(content, path, folder(path), ReadOptions.NONE);
    read.pipeline().ifPresent(spec -> Lint.check(spec, languages.connectors(), read.found()));
    Optional<PipelineSpec> spec = read.pipeline().or(() -> before.flatMap(OpenFile::spec));
    return new OpenFile(
        path,
        text,
        languages.pipeline(),
        read.report().stream().map(finding -> masked(finding, read.secrets())).toList(),
        spec,
        read.pipeline().isPresent(),
        new HashMap<>(),
        languages.connectors());
  }

  private static Diagnostic masked(Diagnostic finding, Secrets secrets) {
    return new Diagnostic(
        finding.code(),
        finding.severity(),
        finding.span(),
        secrets.mask(finding.message()),
        finding.hint().map(secrets::mask));
  }

  private static Path folder(Path path) {
    Path folder = path.toAbsolutePath().normalize().getParent();
    return folder == null ? Path.of("").toAbsolutePath() : folder;
  }

  /** The columns of a source or step; empty if what is above it has errors. */
  Optional<Schema> columns(String id) {
    return schemas.computeIfAbsent(id, this::compiledColumns);
  }

  private Optional<Schema> compiledColumns(String id) {
    if (spec.isEmpty()) {
      return Optional.empty();
    }
    for (OutputMode mode : List.of(OutputMode.APPEND, OutputMode.UPDATE, OutputMode.COMPLETE)) {
      Diagnostics found = new Diagnostics();
      PipelineSpec above = Excerpt.above(spec.get(), id, mode, "editor", "console");
      Compilation compiled = PipelineCompiler.compile(above, connectors, found);
      Optional<Schema> schema =
          compiled
              .plan()
              .flatMap(
                  plan ->
                      plan.nodes().stream()
                          .filter(node -> node.id().equals("sinks.editor"))
                          .findFirst())
              .map(node -> node.input().schema());
      if (schema.isPresent()) {
        return schema;
      }
    }
    return tableColumns(id);
  }

  /** A static source cannot stand before a sink; its columns are those that it declares. */
  private Optional<Schema> tableColumns(String id) {
    return spec.stream()
        .flatMap(pipeline -> pipeline.sources().stream())
        .filter(source -> source.id().value().equals(id))
        .flatMap(source -> source.columns().stream())
        .map(columns -> columns.schema())
        .findFirst();
  }
}
