package tidemark.operators.failing;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tidemark.operators.Share;
import tidemark.operators.StatelessOperator;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;

/**
 * Lets the rows of a step go on without those on which it fails, or stops at the first of them.
 * What a step computes is bound a second time for this. Filters and values are checked only after
 * they have failed; an input or a whole step that goes on without failed rows is checked before
 * every batch, as what it did of a batch before it fails cannot be undone. For one thread.
 */
public final class RowGuard {
  /** Lets every failure stop the run as it is. */
  public static final RowGuard NONE = new RowGuard(RowChecks::new, FailedRows.STOPPING);

  private final Supplier<RowChecks> binding;
  private final FailedRows failed;
  private @Nullable RowChecks checks;

  /**
   * @param binding makes the checks of all that the guarded computation does with a row
   */
  public RowGuard(Supplier<RowChecks> binding, FailedRows failed) {
    this.binding = binding;
    this.failed = failed;
  }

  /**
   * The rows without those that fail.
   *
   * @param cause what failed on all of them together
   * @throws Failure if the step does not go on without the rows, or no row alone is to blame
   */
  public Selection sound(Batch batch, Selection rows, Failure cause) {
    Selection sound = tested(batch, rows);
    if (sound.count() == rows.count()) {
      throw cause;
    }
    return sound;
  }

  private Selection tested(Batch batch, Selection rows) {
    if (checks == null) {
      checks = binding.get();
    }
    return checks.sound(batch, rows, failed);
  }

  /** The condition; a row on which it fails does not pass. */
  public Filter filter(Filter condition) {
    return (batch, rows) -> {
      try {
        return condition.keep(batch, rows);
      } catch (Failure e) {
        return condition.keep(batch, sound(batch, rows, e));
      }
    };
  }

  /** The value; only where a failed row stops the run, as every row must have one. */
  public Evaluator evaluator(Evaluator value) {
    return (batch, rows) -> {
      try {
        return value.evaluate(batch, rows);
      } catch (Failure e) {
        return value.evaluate(batch, sound(batch, rows, e));
      }
    };
  }

  /** The input end of a step; if the step goes on without failed rows, it is not given them. */
  public Share share(Share input) {
    return failed.keeps() ? batch -> input.process(tested(batch)) : input;
  }

  /** The step; if it goes on without failed rows, it is not given them. */
  public StatelessOperator operator(StatelessOperator step) {
    return failed.keeps() ? (batch, out) -> step.process(tested(batch), out) : step;
  }

  private Batch tested(Batch batch) {
    Selection sound = tested(batch, batch.selection());
    return sound.count() == batch.count() ? batch : batch.select(sound);
  }
}
