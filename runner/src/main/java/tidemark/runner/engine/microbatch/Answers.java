package tidemark.runner.engine.microbatch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tidemark.operators.plan.Asking;
import tidemark.operators.table.KeyBytes;
import tidemark.operators.table.PackedRows;

/**
 * The rows that a source answered with, by key; a key without rows is an answer, too. Those that
 * are asked for least go first when rows or bytes are too many. Shared by workers.
 */
final class Answers {
  /** What an answer takes beside its bytes, about: two objects, two arrays, an entry of the map. */
  private static final int OVERHEAD = 160;

  /** Parts of a row in which answers are weighed. */
  private static final int PARTS = 16;

  private final Cache<KeyBytes, PackedRows> answers;

  /**
   * @param maxBytes the memory that they may take
   * @param clock by which they expire
   */
  Answers(Asking asking, long maxBytes, Clock clock) {
    // A row takes a byte at least: more of them would not fit, and weights stay small numbers.
    long maxRows = Math.min(asking.maxRows(), maxBytes);
    double partsPerByte = (double) PARTS * maxRows / maxBytes;
    Caffeine<Object, Object> settings =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()));
    asking.keptMillis().ifPresent(kept -> settings.expireAfterWrite(Duration.ofMillis(kept)));
    this.answers =
        settings
            .maximumWeight(Math.multiplyExact(maxRows, PARTS))
            .<KeyBytes, PackedRows>weigher((key, rows) -> weight(key, rows, partsPerByte))
            .build();
  }

  private static int weight(KeyBytes key, PackedRows rows, double partsPerByte) {
    double byRows = (double) PARTS * Math.max(1, rows.rows());
    double byBytes = (OVERHEAD + key.length() + rows.length()) * partsPerByte;
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(Math.max(byRows, byBytes)));
  }

  /** What is remembered of a key; null if nothing is. */
  @Nullable PackedRows of(KeyBytes key) {
    return answers.getIfPresent(key);
  }

  void remember(KeyBytes key, PackedRows rows) {
    answers.put(key, rows);
  }
}
