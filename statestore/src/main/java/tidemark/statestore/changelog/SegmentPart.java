package tidemark.statestore.changelog;

import tidemark.statestore.StoreId;
import tidemark.statestore.files.FrameWriter;

/**
 * Blocks of one store that are made beside the file they will be part of, on any thread, and
 * appended to it with {@link SegmentWriter#append}.
 */
public final class SegmentPart {
  final StoreId store;
  final BytePieces frames = new BytePieces();
  final BlockWriter blocks;

  /**
   * @param number of the store in the file
   */
  SegmentPart(StoreId store, int number, boolean compressed) {
    this.store = store;
    this.blocks =
        new BlockWriter(FrameWriter.continuing(frames), number, compressed, new SegmentRoom());
  }

  public BlockWriter blocks() {
    return blocks;
  }
}
