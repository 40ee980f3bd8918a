package tidemark.runner.scenario;

import java.util.Optional;

/**
 * How a test ended.
 *
 * @param suite the suite's file
 * @param failure what differs, in lines; empty if the test passed
 */
public record TestResult(String suite, String test, long millis, Optional<String> failure) {
  public boolean passed() {
    return failure.isEmpty();
  }
}
