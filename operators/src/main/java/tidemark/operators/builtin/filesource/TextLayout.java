package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Formats;

/** Files of lines, cut between records unless they are packed. */
final class TextLayout implements FileLayout {
  private final FileSourceSettings settings;
  private final SourceRequest request;
  private final int chunk;
  private final Chunks chunks;

  /**
   * @param chunk bytes that are read and decoded at a time
   */
  TextLayout(FileSourceSettings settings, SourceRequest request, int chunk) {
    this.settings = settings;
    this.request = request;
    this.chunk = chunk;
    this.chunks = new Chunks(chunk + FileSplitReader.SLACK);
  }

  @Override
  public void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits) {
    long size = file.size();
    if (size == 0) {
      return;
    }
    long pieces = settings.isSplittable(path) ? Math.max(1, (size + splitSize - 1) / splitSize) : 1;
    for (long i = 0; i < pieces; i++) {
      long from = size / pieces * i;
      long to = i == pieces - 1 ? size : size / pieces * (i + 1);
      splits.add(new FileSplit(path, file, settings.compressionOf(path), from, to));
    }
  }

  @Override
  public SplitReader open(Split split, ReadRequest read) {
    FileSplit piece = (FileSplit) split;
    return new FileSplitReader(
        piece,
        settings.format(),
        chunk,
        chunks,
        (start, headerLines) -> decoder(piece, read, start, headerLines));
  }

  @Override
  public long rows(Path file, long size) {
    return settings.lines(file, size);
  }

  private Decoder decoder(FileSplit split, ReadRequest read, long start, long headerLines) {
    return Formats.decoder(
        settings.format(),
        settings.schema(),
        read.needed(),
        request.badRecords(),
        FileSourceSettings.badColumn(settings.schema(), request.badRecordColumn()),
        read.badRecords(),
        split.location(),
        () -> 1 + linesBefore(split, start) - headerLines);
  }

  private static long linesBefore(FileSplit split, long start) {
    if (start == 0) {
      return 0;
    }
    try (FileBytes before = new FileBytes(split.path(), 0, start)) {
      return LineCount.ends(before);
    } catch (IOException broken) {
      throw FileListing.unreadable(split.path(), FileListing.reason(broken), broken);
    }
  }
}
