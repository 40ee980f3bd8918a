package tidemark.runner.spec;

import java.util.List;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;

/**
 * The codes that a test expects.
 *
 * @param codes empty = {@code any}
 */
public record ExpectedCodes(List<Placed<Code>> codes, Span span) {
  public ExpectedCodes {
    codes = List.copyOf(codes);
  }

  /** True if any code will do. */
  public boolean isAny() {
    return codes.isEmpty();
  }
}
