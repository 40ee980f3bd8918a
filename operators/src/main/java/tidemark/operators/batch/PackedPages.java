package tidemark.operators.batch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the heap for rows that are kept until the end of a micro-batch, so that the
 * collector does not copy them. Used by one thread at a time.
 */
public final class PackedPages {
  /**
   * So much of each page's memory is not used: with what the C library puts before it, a page then
   * is as long as whole pages of the system of 2 MB, and Linux gives it those instead of a thousand
   * of 4 KB.
   */
  private static final int BEFORE = 64;

  private static final int MEMORY = 4 << 20;
  private static final int PAGE = MEMORY - BEFORE;

  /**
   * Bytes outside the heap that are left to others, who cannot do without: files are written so.
   */
  private static final int RESERVE = PAGE;

  private final long mostOutside;
  private final List<ByteBuffer> pages = new ArrayList<>();
  private int filled = -1;
  private int filledBefore = -1;
  private long outside;
  private boolean isRoomOutside = true;
  private @Nullable ByteBuffer reserve;

  /**
   * @param mostOutside how many bytes may be taken outside the heap; more are taken in it
   */
  public PackedPages(long mostOutside) {
    this.mostOutside = mostOutside;
  }

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
      pages.add(allocate(wholePages(bytes)));
    } else if (pages.get(filled).capacity() < bytes) {
      giveUp(pages.get(filled));
      pages.set(filled, allocate(wholePages(bytes)));
    }
    pages.get(filled).clear();
  }

  /** So that memory that was taken for wide rows fits others that are a little wider. */
  private static int wholePages(int bytes) {
    long whole = (bytes + BEFORE + MEMORY - 1L) / MEMORY * MEMORY - BEFORE;
    return whole > Integer.MAX_VALUE ? bytes : (int) whole;
  }

  private void giveUp(ByteBuffer page) {
    outside -= page.isDirect() ? page.capacity() : 0;
  }

  /** In the heap, where no more may be taken outside it. */
  private ByteBuffer allocate(int bytes) {
    if (isRoomOutside && outside + bytes <= mostOutside) {
      try {
        if (reserve == null) {
          reserve = ByteBuffer.allocateDirect(RESERVE);
        }
        ByteBuffer page = ByteBuffer.allocateDirect(bytes);
        outside += bytes;
        return page;
      } catch (OutOfMemoryError limit) {
        isRoomOutside = false;
        reserve = null;
      }
    }
    return ByteBuffer.allocate(bytes);
  }

  /** Forgets what was taken, and keeps as much memory as the last two micro-batches needed. */
  public void clear() {
    int kept = Math.min(pages.size(), Math.max(filled, filledBefore) + 1);
    List<ByteBuffer> spare = pages.subList(kept, pages.size());
    spare.forEach(this::giveUp);
    spare.clear();
    filledBefore = filled;
    filled = -1;
  }

  /** Bytes that are held, in the heap and outside. */
  long held() {
    return pages.stream().mapToLong(ByteBuffer::capacity).sum();
  }

  /** Bytes of those outside the heap. */
  long heldOutside() {
    return outside;
  }
}
