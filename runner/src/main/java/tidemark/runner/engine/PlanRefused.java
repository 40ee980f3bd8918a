package tidemark.runner.engine;

import java.util.List;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.compat.Change;

/** The pipeline changed in ways that its checkpoint does not allow; nothing was touched. */
public final class PlanRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Change> changes;

  /**
   * @param changes those that stop the run, at least one, the worst first
   */
  public PlanRefused(List<Change> changes) {
    super(changes.stream().map(c -> c.id() + ": " + c.change()).collect(Collectors.joining("; ")));
    this.changes = List.copyOf(changes);
  }

  /** What stops the run, the worst first. */
  public List<Change> changes() {
    return changes;
  }

  /** The code of the worst change. */
  public Code code() {
    return changes.get(0).code();
  }
}
