package tidemark.statestore.changelog;

import tidemark.statestore.StoreId;
import tidemark.statestore.files.FrameWriter;

/**
 * Blocks of one store that are made beside the file they will be part of, on any thread, and
 * appended to it with {@link SegmentWriter#append}.
 */
public final class SegmentPart {
  final StoreId store;
  final SegmentRoom room;
  final BlockWriter blocks;

  /**
   * @param number of the store in the file
   * @param room takes the blocks; used by nobody else until they are appended
   */
  SegmentPart(StoreId store, int number, boolean compressed, SegmentRoom room) {
    this.store = store;
    this.room = room;
    this.blocks = new BlockWriter(FrameWriter.continuing(room.frames()), number, compressed, room);
  }

  public BlockWriter blocks() {
    return blocks;
  }
}
