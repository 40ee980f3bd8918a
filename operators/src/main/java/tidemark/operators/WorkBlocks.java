package tidemark.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pieces of work, numbered from 0, each to be done once: in blocks of neighbours, one for each
 * worker. Of {@link Partitions} with spare ones, worker {@code w}'s own, {@code 2 w}, does block
 * {@code w} piece by piece, and {@code 2 w + 1} does its rear once somebody has time: as much as
 * would be done last then, or always the same. So pieces ascend with partitions, whoever does what,
 * and none waits for a processor that is slower or has more to do. For use by many threads.
 */
public final class WorkBlocks {
  /** The number of a piece that is not there. */
  public static final int NONE = -1;

  /** This part of a block is its rear where that is fixed. */
  private static final int FIXED_REAR = 4;

  private final Partitions partitions;

  /** Of each block the next piece and, in the upper half, the end of those that are left to it. */
  private final List<AtomicLong> left = new ArrayList<>();

  private final int[] starts;

  /** For each block where its rear begins, if that is fixed; else its end. */
  private final int[] rears;

  private final boolean isFixed;

  private WorkBlocks(Partitions partitions, int[] starts, boolean isFixed) {
    this.partitions = partitions;
    this.isFixed = isFixed;
    this.starts = starts.clone();
    this.rears = new int[partitions.workers()];
    for (int block = 0; block < rears.length; block++) {
      int end = starts[block + 1];
      boolean hasRear = isFixed && partitions.spares();
      rears[block] = hasRear ? end - (end - starts[block]) / FIXED_REAR : end;
      left.add(new AtomicLong(packed(starts[block], rears[block])));
    }
  }

  /**
   * Blocks of which what is left is divided when somebody comes.
   *
   * @param starts the first piece of each worker's block, and the end of the last block
   */
  public static WorkBlocks of(Partitions partitions, int[] starts) {
    return new WorkBlocks(partitions, starts, false);
  }

  /** The same, but which pieces a partition does depends on nothing else than starts. */
  public static WorkBlocks fixed(Partitions partitions, int[] starts) {
    return new WorkBlocks(partitions, starts, true);
  }

  /** So many pieces in blocks of the same size. */
  public static WorkBlocks even(Partitions partitions, int pieces) {
    int[] starts = new int[partitions.workers() + 1];
    for (int block = 0; block < starts.length; block++) {
      starts[block] = (int) ((long) block * pieces / partitions.workers());
    }
    return of(partitions, starts);
  }

  /** What a partition does; asked for once each, when it begins. */
  public Part open(int partition) {
    int block = partitions.worker(partition);
    if (!partitions.isSpare(partition)) {
      return new Part(left.get(block), starts[block], rears[block]);
    }
    return isFixed ? part(rears[block], starts[block + 1]) : takeOver(block);
  }

  private static Part part(int first, int end) {
    return new Part(new AtomicLong(packed(first, end)), first, end);
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
        return part(end, end);
      }
      if (pieces.compareAndSet(before, packed(next, end - taken))) {
        return part(end - taken, end);
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
