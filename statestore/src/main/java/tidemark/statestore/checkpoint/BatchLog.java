package tidemark.statestore.checkpoint;

import java.util.List;
import java.util.Optional;

/**
 * Entries by batch number, each written once and never changed. Numbers ascend but need not be
 * contiguous.
 */
public interface BatchLog<E> {
  /**
   * Makes the entry durable; false when the log already has one of this batch: someone else was
   * first, and the caller must stop.
   */
  boolean append(long batch, E entry);

  Optional<E> read(long batch);

  Optional<E> latest();

  /** Numbers of the entries kept, ascending. */
  List<Long> batches();

  /** Takes the newest entry back, of a batch that has had no effect and will be planned anew. */
  void withdraw(long batch);

  /** Deletes the entries of every batch before this one. */
  void dropBefore(long batch);
}
