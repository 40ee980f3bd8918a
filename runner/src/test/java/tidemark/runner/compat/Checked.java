package tidemark.runner.compat;

import java.nio.file.Path;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Compiled;
import tidemark.runner.compile.Layouts;
import tidemark.runner.layout.Layout;

/** Compares two pipeline texts as if the first had committed batches up to 17. */
final class Checked {
  private Checked() {}

  static Comparison compare(String before, String after) {
    return compare(before, after, StoredFacts.NONE);
  }

  static Comparison compare(String before, String after, StoredFacts facts) {
    return compareStored(Layouts.of(compile(before, "before.yaml")).json(), after, facts);
  }

  /**
   * @param before what the checkpoint has of the plan
   */
  static Comparison compareStored(String before, String after, StoredFacts facts) {
    Compilation now = compile(after, "after.yaml");
    return CompatibilityCheck.compare(
        new CheckRequest(
            Layout.parse(before),
            Layouts.of(now),
            now.spec().upgrade(),
            new Baseline.Stored(3, 17),
            SubjectPlaces.of(now.spec()),
            "after.yaml",
            facts));
  }

  static Compilation compile(String yaml, String name) {
    Compiled compiled = Compiled.of(yaml, Path.of(name), Path.of("/data"));
    compiled.plan();
    return compiled.compilation().orElseThrow();
  }
}
