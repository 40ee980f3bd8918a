package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.yaml.Environment;
import tidemark.runner.yaml.IgnoreComments;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlFile;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Mapping;

/** Reads pipeline files. */
public final class PipelineReader {
  private final Environment environment;
  private final List<Connector> connectors;

  /**
   * @param connectors those whose keys and options a pipeline may use
   */
  public PipelineReader(Environment environment, List<Connector> connectors) {
    this.environment = environment;
    this.connectors = List.copyOf(connectors);
  }

  /**
   * Reads a file.
   *
   * @param file the path as the user wrote it
   */
  public Read read(Path file, ReadOptions options) {
    Reading reading = reading(file, Reading.folderOf(file));
    return Reading.load(file, file, Span.ofFile(file.toString()), reading.found())
        .map(text -> text(text, reading, options))
        .orElseGet(() -> result(Optional.empty(), reading, Optional.empty()));
  }

  /**
   * Reads a text.
   *
   * @param file the name that places show
   * @param folder what relative paths are relative to
   */
  public Read read(String text, Path file, Path folder, ReadOptions options) {
    Reading reading = reading(file, folder.toAbsolutePath().normalize());
    return text(new SourceText(file.toString(), text), reading, options);
  }

  /**
   * Reads the pipeline that a test suite means.
   *
   * @param texts the texts of the suite
   */
  public Read read(PipelineRef pipeline, SuiteSpec suite, SourceTexts texts, ReadOptions options) {
    if (pipeline instanceof PipelineRef.File file) {
      return read(file.path(), options);
    }
    Reading reading = reading(Path.of(suite.file()), suite.folder());
    reading.texts().addAll(texts);
    Mapping mapping = ((PipelineRef.Inline) pipeline).mapping();
    return result(parts(mapping, mapping.span(), reading, options), reading, Optional.empty());
  }

  private static Reading reading(Path shown, Path folder) {
    return new Reading(shown, folder, new Diagnostics(), new SourceTexts(), new Secrets());
  }

  private Read text(SourceText text, Reading reading, ReadOptions options) {
    reading.texts().add(text);
    YamlFile file = YamlComposer.compose(text, reading.found());
    Optional<IgnoreComments> ignores = Optional.of(IgnoreComments.of(file));
    Optional<PipelineSpec> pipeline =
        file.root().flatMap(root -> root(root, text.span(0, 1), reading, options));
    return result(pipeline, reading, ignores);
  }

  private Optional<PipelineSpec> root(
      YamlNode root, Span start, Reading reading, ReadOptions options) {
    if (root instanceof Mapping mapping) {
      return parts(mapping, start, reading, options);
    }
    reading.error(
        Code.TM105,
        root.span(),
        "a pipeline file is a mapping, not " + root.kind(),
        "begin with `format: 1` and `pipeline: NAME`");
    return Optional.empty();
  }

  private Optional<PipelineSpec> parts(
      Mapping mapping, Span start, Reading reading, ReadOptions options) {
    Substitutions substitutions = new Substitutions(reading, environment, options);
    Mapping substituted = substitutions.apply(mapping);
    return new PipelineParts(reading, connectors)
        .read(substituted, start, substitutions.variables());
  }

  private static Read result(
      Optional<PipelineSpec> pipeline, Reading reading, Optional<IgnoreComments> ignores) {
    return new Read(pipeline, reading.found(), reading.texts(), reading.secrets(), ignores);
  }
}
