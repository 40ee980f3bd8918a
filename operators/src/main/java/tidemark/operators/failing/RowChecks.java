package tidemark.operators.failing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * All that a step computes of each of its rows, to be tried on some of them. Each check is tried on
 * the rows that passed those before it. For one thread.
 */
public final class RowChecks {
  /** Computes something of rows, each on its own. */
  @FunctionalInterface
  public interface Check {
    /**
     * @throws Failure TM610 if a row has no value
     */
    void on(Batch batch, Selection rows);
  }

  private record Named(Set<String> read, Check check) {}

  private final List<Named> checks = new ArrayList<>();

  /**
   * Adds a check.
   *
   * @param read the columns that it reads
   */
  public RowChecks add(Set<String> read, Check check) {
    checks.add(new Named(read, check));
    return this;
  }

  /** Those of the rows on which nothing fails; the others are handed over. */
  public Selection sound(Batch batch, Selection rows, FailedRows failed) {
    Selection sound = rows;
    for (Named named : checks) {
      Passed passed = new Passed(batch, named, failed, sound.count());
      passed.attempt(sound, 0, sound.count());
      sound = passed.count == sound.count() ? sound : Selection.of(passed.rows, passed.count);
    }
    return sound;
  }

  /** The rows that pass one check, in order. */
  private static final class Passed {
    private final Batch batch;
    private final Named named;
    private final FailedRows failed;
    private final int[] rows;
    private int count;

    Passed(Batch batch, Named named, FailedRows failed, int most) {
      this.batch = batch;
      this.named = named;
      this.failed = failed;
      this.rows = new int[most];
    }

    void attempt(Selection all, int from, int to) {
      if (from == to) {
        return;
      }
      int[] part = new int[to - from];
      for (int i = from; i < to; i++) {
        part[i - from] = all.row(i);
      }
      try {
        named.check().on(batch, Selection.of(part, part.length));
      } catch (Failure e) {
        if (e.code() != Code.TM610) {
          throw e;
        }
        split(all, from, to, e);
        return;
      }
      System.arraycopy(part, 0, rows, count, part.length);
      count += part.length;
    }

    private void split(Selection all, int from, int to, Failure e) {
      if (to - from == 1) {
        failed.take(new FailedRow(batch, all.row(from), named.read(), e));
        return;
      }
      int middle = (from + to) >>> 1;
      attempt(all, from, middle);
      attempt(all, middle, to);
    }
  }
}
