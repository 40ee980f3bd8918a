package tidemark.statestore.checkpoint;

import static tidemark.statestore.Rows.key;
import static tidemark.statestore.Rows.sorted;
import static tidemark.statestore.Rows.value;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateMerging;
import tidemark.statestore.StateRef;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/**
 * The smallest engine there is: batch N makes changes that depend on N alone, so the state after
 * each batch is known. Batch numbers are even, so that nobody relies on their being contiguous.
 */
final class CountingPipeline {
  static final String NAME = "counting";
  static final StoreId ROWS = new StoreId("steps.count", "rows");
  static final StoreId INDEX = new StoreId("steps.count", "index");

  private final int changes;
  private final int keys;
  private final int valueBytes;

  /**
   * @param changes changes that a batch makes in each store
   * @param keys different keys in each of three key groups
   */
  CountingPipeline(int changes, int keys, int valueBytes) {
    this.changes = changes;
    this.keys = keys;
    this.valueBytes = valueBytes;
  }

  static CheckpointOptions options(IdSource ids, long memory) {
    Clock clock = Clock.fixed(Instant.parse("2024-01-01T00:00:00Z"), ZoneOffset.UTC);
    return CheckpointOptions.of(NAME, clock, ids)
        .withMemoryBudget(memory)
        .withMerging(StateMerging.AT_SEALS)
        .withOwner("pid 1 on host test");
  }

  /** Rows of the store after a batch; batch -2 = before the first one. */
  SortedMap<byte[], byte[]> expected(StoreId store, long lastBatch) {
    SortedMap<byte[], byte[]> rows = sorted();
    for (long batch = 0; batch <= lastBatch; batch += 2) {
      change(store, batch, rows, Optional.empty());
    }
    return rows;
  }

  /** Makes the changes of a batch on the model, and on the store when there is one. */
  private void change(
      StoreId id, long batch, SortedMap<byte[], byte[]> rows, Optional<StateStore> store) {
    Random random = new Random(batch * 31 + id.name().hashCode());
    for (int i = 0; i < changes; i++) {
      byte[] key = key(random.nextInt(3) * 100, "k" + random.nextInt(keys));
      byte[] value = value("v" + batch + "x".repeat(random.nextInt(valueBytes)));
      if (!rows.containsKey(key)) {
        store.ifPresent(to -> to.insert(key, value));
        rows.put(key, value);
      } else if (random.nextInt(3) > 0) {
        store.ifPresent(to -> to.replace(key, value));
        rows.put(key, value);
      } else {
        store.ifPresent(to -> to.delete(key));
        rows.remove(key);
      }
    }
  }

  /** The batch that the state is at, from what the commits say; -2 = none. */
  static long lastCommitted(Checkpoint checkpoint) {
    return checkpoint.commits().latest().map(CommitEntry::batch).orElse(-2L);
  }

  /** Runs until the batch is committed, continuing where the checkpoint is. */
  void run(Checkpoint checkpoint, long lastBatch) {
    if (checkpoint.plans().latestGeneration() == 0) {
      checkpoint.plans().append("{\"steps\":[\"count\"]}");
    }
    Recovery recovery = checkpoint.recovery();
    if (recovery instanceof Recovery.Broken broken) {
      throw new AssertionError(broken);
    }
    long next = lastCommitted(checkpoint) + 2;
    if (recovery instanceof Recovery.Rerun rerun) {
      work(checkpoint, rerun.planned());
      next = rerun.planned().batch() + 2;
    }
    for (; next <= lastBatch; next += 2) {
      OffsetEntry planned = planned(next, checkpoint.epoch());
      if (!checkpoint.offsets().append(next, planned)) {
        throw new AssertionError("someone was first");
      }
      work(checkpoint, planned);
    }
  }

  /** Runs on until a commit names a snapshot and several segments; returns its batch. */
  long runUntilAllIsUsed(Checkpoint checkpoint) {
    for (long last = 0; last < 100; last += 2) {
      run(checkpoint, last);
      StateRef ref = checkpoint.commits().latest().orElseThrow().state();
      if (ref.snapshot().isPresent() && ref.segments().size() > 1) {
        return last;
      }
    }
    throw new AssertionError("no snapshot was made");
  }

  static OffsetEntry planned(long batch, long epoch) {
    return new OffsetEntry(
        batch,
        batch == 0 ? OffsetEntry.NONE : batch - 2,
        epoch,
        1,
        1_000 + batch,
        new WatermarkState(batch, Math.max(0, batch - 2), Map.of("sources.a", batch)),
        Map.of("a", "{\"from\":" + batch + ",\"to\":[" + (batch + 1) + "]}"),
        Map.of());
  }

  private void work(Checkpoint checkpoint, OffsetEntry planned) {
    long batch = planned.batch();
    for (StoreId id : new StoreId[] {ROWS, INDEX}) {
      change(id, batch, expected(id, batch - 2), Optional.of(checkpoint.state().store(id)));
    }
    checkpoint.outcomes().put("out", outcome(batch, Word.BEGUN));
    StateRef ref = checkpoint.state().seal(batch);
    if (!checkpoint.commits().append(batch, done(batch, checkpoint.epoch(), ref))) {
      throw new AssertionError("someone was first");
    }
    checkpoint.outcomes().clear();
    checkpoint.retain();
  }

  static OutcomeEntry outcome(long batch, Word word) {
    return new OutcomeEntry(
        batch, "q:" + batch + ":out", word, OutcomeEntry.SettledBy.PERSON, 1_000, Optional.empty());
  }

  static CommitEntry done(long batch, long epoch, StateRef ref) {
    return new CommitEntry(
        batch,
        epoch,
        1,
        new WatermarkState(batch + 2, batch, Map.of("sources.a", batch + 2)),
        ref,
        Map.of("out", "committed"),
        Map.of("rows_in", 10L),
        Map.of("note", "[1,null,\"ü\"]"));
  }

  /** Opens the folder with a fresh run of the pipeline. */
  static Checkpoint open(Path folder, CheckpointOptions options) {
    return Checkpoint.open(folder, options);
  }
}
