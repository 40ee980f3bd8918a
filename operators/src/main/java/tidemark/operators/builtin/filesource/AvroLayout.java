package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroHeader;
import tidemark.operators.avro.AvroReader;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.format.RowVerdicts;

/** Avro files, cut between blocks. */
final class AvroLayout implements FileLayout {
  private final FileSourceSettings settings;
  private final SourceRequest request;
  private final Optional<Integer> badColumn;

  AvroLayout(FileSourceSettings settings, SourceRequest request) {
    this.settings = settings;
    this.request = request;
    this.badColumn = FileSourceSettings.badColumn(settings.schema(), request.badRecordColumn());
  }

  /** The blocks in {@code [from, to)} of a file. */
  private record Blocks(
      Path path, RecordedFile file, AvroHeader header, int from, int to, long bytes)
      implements Split {
    @Override
    public String location() {
      return PortableName.shown(path.toString());
    }
  }

  @Override
  public void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits) {
    AvroHeader header = header(path, file.size());
    List<String> objections = header.objections(settings.schema(), badColumn);
    if (!objections.isEmpty()) {
      throw FileListing.unfit(path, objections);
    }
    int from = 0;
    long bytes = 0;
    for (int block = 0; block < header.blockCount(); block++) {
      bytes += header.blockBytes(block);
      if (bytes >= splitSize || block == header.blockCount() - 1) {
        splits.add(new Blocks(path, file, header, from, block + 1, bytes));
        from = block + 1;
        bytes = 0;
      }
    }
  }

  @Override
  public SplitReader open(Split split, ReadRequest read) {
    Blocks blocks = (Blocks) split;
    RowVerdicts verdicts =
        new RowVerdicts(
            settings.schema(),
            read.needed(),
            request.badRecords(),
            badColumn,
            read.badRecords(),
            blocks.location());
    return WatchedReader.open(
        blocks.path(),
        blocks.file(),
        () -> new AvroReader(blocks.path(), blocks.header(), blocks.from(), blocks.to(), verdicts));
  }

  @Override
  public long rows(Path file, long size) {
    return header(file, size).rows();
  }

  private static AvroHeader header(Path path, long size) {
    try {
      return AvroHeader.read(path, size);
    } catch (IOException broken) {
      throw WatchedReader.unreadable(path, broken);
    }
  }
}
