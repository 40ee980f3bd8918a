package tidemark.runner.spec;

import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;

/**
 * What {@code .tidemark.yaml} asks of the files in its folder and below.
 *
 * @param file the policy's own file
 * @param denied warnings of these codes are errors
 * @param maxWarnings how many warnings may be left; empty = any number
 * @param changes what a change may do to stored state, as {@code --policy} writes it
 */
public record LintPolicy(
    String file, Set<Code> denied, Optional<Long> maxWarnings, Optional<String> changes) {
  public LintPolicy {
    denied = Set.copyOf(denied);
  }
}
