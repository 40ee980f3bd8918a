package tidemark.operators;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the shares of a step hand on from one micro-batch to the next, so that it need not be
 * allocated, grown and collected again: memory only, no content. Used by the thread that opens the
 * shares.
 */
public final class SpareMemory {
  /** Room for so many keys, or so many bytes, is not worth a thought. */
  private static final int SMALL = 1 << 13;

  /** How many times the room that was needed is too much. */
  private static final int OVERSIZED = 8;

  private final Map<Integer, Reusable> byShare = new HashMap<>();

  /** Something that can be made as good as new. */
  public interface Reusable {
    /** How much it holds: keys, or bytes if it counts its room in bytes. */
    long size();

    /** How much it has memory for, about. */
    long room();

    /** Forgets all content, whatever state a failed micro-batch has left it in. */
    void reset();
  }

  /** What the share had in the last micro-batch, or a new one; without content. */
  public <T extends Reusable> T take(int share, Class<T> kind, Supplier<T> fresh) {
    Reusable last = byShare.get(share);
    T taken = kind.isInstance(last) && !isOversized(last) ? kind.cast(last) : fresh.get();
    taken.reset();
    byShare.put(share, taken);
    return taken;
  }

  /** What one large micro-batch needed is not held on to through many small ones. */
  private static boolean isOversized(Reusable last) {
    return last.room() > SMALL && last.size() * OVERSIZED < last.room();
  }
}
