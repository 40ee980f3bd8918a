package tidemark.operators.batch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory outside the heap for rows that are kept until the end of a micro-batch, so that the
 * collector does not copy them. Used by one thread at a time.
 */
public final class RowPages {
  private static final int PAGE = 4 << 20;

  private final List<ByteBuffer> pages = new ArrayList<>();
  private int filled = -1;
  private boolean isRoomOutside = true;

  /** Room for so many bytes, in the processor's byte order; none of it was taken before. */
  ByteBuffer take(int bytes) {
    if (filled < 0 || pages.get(filled).remaining() < bytes) {
      nextPage(bytes);
    }
    ByteBuffer page = pages.get(filled);
    ByteBuffer taken = page.slice(page.position(), bytes).order(ByteOrder.nativeOrder());
    page.position(page.position() + bytes);
    return taken;
  }

  private void nextPage(int bytes) {
    filled++;
    if (filled == pages.size()) {
      pages.add(allocate(Math.max(PAGE, bytes)));
    } else if (pages.get(filled).capacity() < bytes) {
      pages.set(filled, allocate(bytes));
    }
    pages.get(filled).clear();
  }

  /** In the heap, where the JVM allows no more outside it. */
  private ByteBuffer allocate(int bytes) {
    if (isRoomOutside) {
      try {
        return ByteBuffer.allocateDirect(bytes);
      } catch (OutOfMemoryError limit) {
        isRoomOutside = false;
      }
    }
    return ByteBuffer.allocate(bytes);
  }

  /** Forgets what was taken, and keeps the memory. */
  public void clear() {
    filled = -1;
  }
}
