package tidemark.operators.failing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private record Named(Set<String> read, Check check) {
    /** Why one of the rows has no value, if that is so. */
    Optional<Failure> failure(Batch batch, Selection rows) {
      if (rows.isEmpty()) {
        return Optional.empty();
      }
      try {
        check.on(batch, rows);
        return Optional.empty();
      } catch (Failure e) {
        if (e.code() != Code.TM610) {
          throw e;
        }
        return Optional.of(e);
      }
    }
  }

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
      Optional<Failure> failure = named.failure(batch, sound);
      if (failure.isPresent()) {
        Passed passed = new Passed(batch, named, failed, sound.count());
        passed.split(sound, 0, sound.count(), failure.get());
        sound = Selection.of(passed.rows, passed.count);
      }
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

    private void attempt(Selection all, int from, int to) {
      int[] part = new int[to - from];
      for (int i = from; i < to; i++) {
        part[i - from] = all.row(i);
      }
      Optional<Failure> failure = named.failure(batch, Selection.of(part, part.length));
      if (failure.isPresent()) {
        split(all, from, to, failure.get());
        return;
      }
      System.arraycopy(part, 0, rows, count, part.length);
      count += part.length;
    }

    /** Finds the failing ones of rows that fail together; {@code e} tells why. */
    void split(Selection all, int from, int to, Failure e) {
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
