package tidemark.runner.reader;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.yaml.IgnoreComments;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceTexts;

/**
 * What came out of reading a pipeline file.
 *
 * @param pipeline empty if a part of it could not be read; it may be there beside errors, such as
 *     an unknown key, so that the compiler can report its findings with them
 * @param found what was found so far; the compiler adds to it
 * @param texts the files that the findings' places point into
 * @param secrets what must not be shown
 * @param ignores the file's comments that silence warnings
 */
public record Read(
    Optional<PipelineSpec> pipeline,
    Diagnostics found,
    SourceTexts texts,
    Secrets secrets,
    Optional<IgnoreComments> ignores) {
  /** All findings by place, without those that the file silences. To be called at the end. */
  public List<Diagnostic> report() {
    List<Diagnostic> sorted = found.sorted();
    return ignores.map(i -> i.silence(sorted)).orElse(sorted);
  }
}
