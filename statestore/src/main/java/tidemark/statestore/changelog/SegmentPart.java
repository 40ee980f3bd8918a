package tidemark.statestore.changelog;

import java.io.ByteArrayOutputStream;
import tidemark.statestore.files.FrameWriter;

/**
 * Blocks of one store that are made beside the file they will be part of, on any thread, and
 * appended to it with {@link SegmentWriter#append}.
 */
public final class SegmentPart {
  final ByteArrayOutputStream frames = new ByteArrayOutputStream(1 << 12);
  final BlockWriter blocks;

  SegmentPart(int store, boolean compressed) {
    blocks = new BlockWriter(FrameWriter.continuing(frames), store, compressed);
  }

  public BlockWriter blocks() {
    return blocks;
  }
}
