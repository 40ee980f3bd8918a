package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.format.RowVerdicts;

/**
 * Files of a format with blocks, cut between them.
 *
 * @param <H> what is known of a file
 */
final class BlockLayout<H> implements FileLayout {
  private final BlockFormat<H> format;
  private final FileSourceSettings settings;
  private final SourceRequest request;
  private final Optional<Integer> badColumn;

  BlockLayout(BlockFormat<H> format, FileSourceSettings settings, SourceRequest request) {
    this.format = format;
    this.settings = settings;
    this.request = request;
    this.badColumn = FileSourceSettings.badColumn(settings.schema(), request.badRecordColumn());
  }

  /** The blocks in {@code [from, to)} of a file. */
  private static final class Blocks<H> implements Split {
    private final Path path;
    private final RecordedFile file;
    private final H described;
    private final int from;
    private final int to;
    private final long bytes;

    Blocks(Path path, RecordedFile file, H described, int from, int to, long bytes) {
      this.path = path;
      this.file = file;
      this.described = described;
      this.from = from;
      this.to = to;
      this.bytes = bytes;
    }

    @Override
    public String location() {
      return PortableName.shown(path.toString());
    }

    @Override
    public long bytes() {
      return bytes;
    }
  }

  @Override
  public void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits) {
    H described = describe(path, file.size());
    List<String> objections = format.objections(described, settings.schema(), badColumn);
    if (!objections.isEmpty()) {
      throw FileListing.unfit(path, objections);
    }
    int from = 0;
    long bytes = 0;
    int blocks = format.blocks(described);
    for (int block = 0; block < blocks; block++) {
      bytes += format.bytes(described, block);
      if (bytes >= splitSize || block == blocks - 1) {
        splits.add(new Blocks<>(path, file, described, from, block + 1, bytes));
        from = block + 1;
        bytes = 0;
      }
    }
  }

  @Override
  @SuppressWarnings("unchecked") // a source opens the splits that it made
  public SplitReader open(Split split, ReadRequest read) {
    Blocks<H> blocks = (Blocks<H>) split;
    RowVerdicts verdicts =
        new RowVerdicts(
            settings.schema(),
            read.needed(),
            request.badRecords(),
            badColumn,
            read.badRecords(),
            blocks.location());
    return WatchedReader.open(
        blocks.path,
        blocks.file,
        () ->
            format.open(
                blocks.path,
                blocks.file.size(),
                blocks.described,
                blocks.from,
                blocks.to,
                read,
                verdicts));
  }

  @Override
  public long rows(Path file, long size) {
    return format.rows(describe(file, size));
  }

  private H describe(Path path, long size) {
    try {
      return format.describe(path, size);
    } catch (IOException broken) {
      throw WatchedReader.unreadable(path, broken);
    }
  }
}
