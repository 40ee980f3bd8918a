package tidemark.runner.reader;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.yaml.IgnoreComments;
import tidemark.runner.yaml.SourceTexts;

/**
 * What came out of reading a test-suite file. The pipeline inside it is not read yet.
 *
 * @param suite empty if a part of it could not be read
 * @param found what was found
 * @param texts the file that the findings' places point into
 * @param ignores the file's comments that silence warnings
 */
public record SuiteRead(
    Optional<SuiteSpec> suite,
    Diagnostics found,
    SourceTexts texts,
    Optional<IgnoreComments> ignores) {
  /** All findings by place, without those that the file silences. */
  public List<Diagnostic> report() {
    List<Diagnostic> sorted = found.sorted();
    return ignores.map(i -> i.silence(sorted)).orElse(sorted);
  }
}
