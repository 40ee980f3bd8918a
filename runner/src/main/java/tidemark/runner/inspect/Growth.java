package tidemark.runner.inspect;

import java.util.ArrayList;
import java.util.List;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.CommitEntry;

/**
 * How a store grew over the retained batches, as their commits count it.
 *
 * @param points ascending by batch
 */
public record Growth(List<Point> points) {
  public Growth {
    points = List.copyOf(points);
  }

  /** Rows and bytes after a batch. */
  public record Point(long batch, long rows, long bytes) {}

  /** The growth of a store; a batch that a run drops meanwhile is left out. */
  public static Growth of(CheckpointView view, StoreId store) {
    List<Point> points = new ArrayList<>();
    for (long batch : view.commits().batches()) {
      try {
        view.commits().read(batch).ifPresent(commit -> points.add(point(commit, store)));
      } catch (StateFailure e) {
        if (e.kind() != StateFailure.Kind.DAMAGED) {
          throw e;
        }
      }
    }
    return new Growth(points);
  }

  private static Point point(CommitEntry commit, StoreId store) {
    return commit.state().stores().stream()
        .filter(size -> size.id().equals(store))
        .findFirst()
        .map(size -> new Point(commit.batch(), size.rows(), size.bytes()))
        .orElse(new Point(commit.batch(), 0, 0));
  }

  /** Rows that a batch added on average, fewer than 0 if it removed some. */
  public double rowsPerBatch() {
    return points.size() < 2
        ? 0
        : (last().rows() - points.get(0).rows()) / (double) (points.size() - 1);
  }

  /** The same for bytes. */
  public double bytesPerBatch() {
    return points.size() < 2
        ? 0
        : (last().bytes() - points.get(0).bytes()) / (double) (points.size() - 1);
  }

  private Point last() {
    return points.get(points.size() - 1);
  }
}
