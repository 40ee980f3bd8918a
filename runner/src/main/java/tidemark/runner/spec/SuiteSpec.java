package tidemark.runner.spec;

import java.nio.file.Path;
import java.util.List;

/**
 * A test-suite file, read and checked for shape.
 *
 * @param file the path as the user wrote it
 * @param folder what relative paths are relative to, absolute
 */
public record SuiteSpec(String file, Path folder, PipelineRef pipeline, List<TestSpec> tests) {
  public SuiteSpec {
    tests = List.copyOf(tests);
  }
}
