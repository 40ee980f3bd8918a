package tidemark.runner.spec;

import java.nio.file.Path;
import java.util.List;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode;

/** One unit of input of a test step. */
public sealed interface InputSpec {
  Span span();

  /** Rows, to be written in the source's own format with exactly the number text of the suite. */
  record Rows(List<YamlNode.Mapping> rows, Span span) implements InputSpec {
    public Rows {
      rows = List.copyOf(rows);
    }
  }

  /** Raw text. */
  record Lines(String text, Span span) implements InputSpec {}

  /** A file as it is; the path is absolute. */
  record File(Path path, Span span) implements InputSpec {}

  /** Several files at once; none of them is {@code Files} itself. */
  record Files(List<InputSpec> files, Span span) implements InputSpec {
    public Files {
      files = List.copyOf(files);
    }
  }
}
