package tidemark.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pieces of work, numbered from 0, each to be done once: in blocks of neighbours, one for each
 * worker. Of {@link Partitions} with spare ones, worker {@code w}'s own, {@code 2 w}, does block
 * {@code w} piece by piece, and {@code 2 w + 1} takes over what of its rear would be done last,
 * once somebody has time. So pieces ascend with partitions, whoever does what, and none waits for a
 * processor that is slower or has more to do. For use by many threads.
 */
public final class WorkBlocks {
  /** The number of a piece that is not there. */
  public static final int NONE = -1;

  private final Partitions partitions;

  /** Of each block the next piece and, in the upper half, the end of those that are left to it. */
  private final List<AtomicLong> left = new ArrayList<>();

  private final int[] starts;

  /**
   * @param starts the first piece of each worker's block, and the end of the last block
   */
  public WorkBlocks(Partitions partitions, int[] starts) {
    this.partitions = partitions;
    this.starts = starts.clone();
    for (int block = 0; block < partitions.workers(); block++) {
      left.add(new AtomicLong(packed(starts[block], starts[block + 1])));
    }
  }

  /** So many pieces in blocks of the same size. */
  public static WorkBlocks even(Partitions partitions, int pieces) {
    int[] starts = new int[partitions.workers() + 1];
    for (int block = 0; block < starts.length; block++) {
      starts[block] = (int) ((long) block * pieces / partitions.workers());
    }
    return new WorkBlocks(partitions, starts);
  }

  /** What a partition does; asked for once each, when it begins. */
  public Part open(int partition) {
    int block = partitions.worker(partition);
    return partitions.isSpare(partition)
        ? takeOver(block)
        : new Part(left.get(block), starts[block], starts[block + 1]);
  }

  /**
   * The rear of what is left of a block, and nobody's but the caller's from now on: half of it, and
   * more where the block is behind, as who comes here has done a whole one in the same time.
   */
  private Part takeOver(int block) {
    AtomicLong pieces = left.get(block);
    while (true) {
      long before = pieces.get();
      int next = next(before);
      int end = end(before);
      int done = next - starts[block];
      int all = starts[block + 1] - starts[block];
      int taken = end > next ? (int) ((long) (end - next) * all / (all + done)) : 0;
      if (taken == 0) {
        return new Part(new AtomicLong(packed(end, end)), end, end);
      }
      if (pieces.compareAndSet(before, packed(next, end - taken))) {
        return new Part(new AtomicLong(packed(end - taken, end)), end - taken, end);
      }
    }
  }

  private static long packed(int next, int end) {
    return (long) end << Integer.SIZE | next;
  }

  private static int next(long packed) {
    return (int) packed;
  }

  private static int end(long packed) {
    return (int) (packed >>> Integer.SIZE);
  }

  /** The pieces of one partition. */
  public static final class Part {
    private final AtomicLong left;
    private final int first;
    private final int end;

    private Part(AtomicLong left, int first, int end) {
      this.left = left;
      this.first = first;
      this.end = end;
    }

    /** No piece before this one is ever given. */
    public int first() {
      return first;
    }

    /** Nor is this one or one behind it. */
    public int end() {
      return end;
    }

    /** Whether there never was a piece. */
    public boolean isEmpty() {
      return first == end;
    }

    /** The next piece, which the caller has to do now; {@link #NONE} if none is left. */
    public int next() {
      while (true) {
        long before = left.get();
        if (WorkBlocks.next(before) >= WorkBlocks.end(before)) {
          return NONE;
        }
        if (left.compareAndSet(before, before + 1)) {
          return WorkBlocks.next(before);
        }
      }
    }
  }
}
