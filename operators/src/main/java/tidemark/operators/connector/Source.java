package tidemark.operators.connector;

import java.util.List;
import java.util.Optional;

/**
 * A place rows come from. Planning and reading are apart, so a catch-up can be shown without a run.
 */
public interface Source extends AutoCloseable {
  /**
   * Fixes what exists now as the end: later calls of {@link #plan} never go beyond it. Called at
   * most once, before the first plan, for runs that catch up and stop.
   */
  void freeze();

  /**
   * What comes next after what the state says was read, within the limits; empty if there is
   * nothing new.
   */
  Optional<Range> plan(SourceState state, BatchLimits limits);

  /** What was noticed since the last call, each once; asked after {@link #plan}. */
  default List<Notice> notices() {
    return List.of();
  }

  /** What would still be left to read after the last planned range, for progress. */
  Backlog backlog();

  /**
   * Cuts a range into splits, in the order of the rows; the rows of all splits are the range's
   * rows.
   */
  List<Split> split(Range range, int parallelism);

  /** Opens a split; it yields the needed columns only. Called from any thread. */
  SplitReader open(Split split, ReadRequest request);

  /** Records the range as read, in the state of the micro-batch that reads it. */
  void advance(Range range, SourceState state);

  @Override
  void close();
}
