package tidemark.statestore.changelog;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Arrays that a segment and its blocks are made in, handed on from one to the next: each would else
 * allocate and grow new ones. Used for one segment at a time; its parts, which are made at the same
 * time, have rooms of their own from here.
 */
public final class SegmentRoom {
  private static final int FIRST = 1 << 14;

  /** Bytes from which on an array is not handed on: a few rows were very long. */
  private static final int LONG = 1 << 20;

  /** So many rooms of parts are handed on; one that is as large as it may be holds 10 MB. */
  private static final int MOST_OF_PARTS = 4;

  private final ByteArrayOutputStream content = new ByteArrayOutputStream(1 << 12);
  private byte[] block = new byte[FIRST];
  private byte[] payload = {};
  private final BytePieces frames = new BytePieces();
  private final Queue<SegmentRoom> ofParts = new ConcurrentLinkedQueue<>();

  /** The room of a part, until it is given back. Any thread may ask. */
  SegmentRoom ofPart() {
    SegmentRoom spare = ofParts.poll();
    return spare == null ? new SegmentRoom() : spare;
  }

  /** Takes back the room of a part whose blocks are written; for one thread. */
  void giveBack(SegmentRoom part) {
    if (ofParts.size() < MOST_OF_PARTS) {
      part.frames.clear();
      ofParts.add(part);
    }
  }

  /** Takes the blocks of a part; empty. */
  BytePieces frames() {
    return frames;
  }

  /** Takes the content of a file that is kept in memory; empty. */
  ByteArrayOutputStream content() {
    content.reset();
    return content;
  }

  /** Takes the bytes of a block. */
  byte[] block() {
    if (block.length > LONG) {
      block = new byte[FIRST];
    }
    return block;
  }

  /** The block's array with room for {@code more} bytes behind the first {@code length}. */
  byte[] block(int length, int more) {
    if (length + more > block.length) {
      block = Arrays.copyOf(block, Math.max(length + more, 2 * block.length));
    }
    return block;
  }

  /** Takes what a block is packed into, of at most so many bytes. */
  byte[] payload(int most) {
    if (payload.length < most || payload.length > Math.max(most, LONG)) {
      payload = new byte[most];
    }
    return payload;
  }
}
