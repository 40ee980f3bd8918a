package tidemark.runner.spec;

import java.nio.file.Path;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode;

/** Which pipeline a test suite means. */
public sealed interface PipelineRef {
  Span span();

  /** The pipeline of another file. */
  record File(Path path, Span span) implements PipelineRef {}

  /** The pipeline that stands in the suite itself. */
  record Inline(YamlNode.Mapping mapping) implements PipelineRef {
    @Override
    public Span span() {
      return mapping.span();
    }
  }
}
