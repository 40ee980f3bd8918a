package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.format.Decoder;
import tidemark.operators.format.Formats;

/**
 * Reads files, each once, oldest first. What was read is keyed state: a file's name below the base,
 * its size, time and fingerprint; so neither a batch nor a start costs more for what was read long
 * ago. A range lists its files with the same facts and gives the same rows or a failure.
 */
public final class FileSource implements Source {
  private final FileSourceSettings settings;
  private final SourceRequest request;
  private final SplitSizes sizes;
  private final NoticeBoard notices = new NoticeBoard();
  private final FileListing listing;
  private final UnreadFiles unread;

  FileSource(FileSourceSettings settings, SourceRequest request, Clock clock, SplitSizes sizes) {
    this.settings = settings;
    this.request = request;
    this.sizes = sizes;
    this.listing = new FileListing(settings.selection(), notices);
    this.unread = new UnreadFiles(listing, settings, notices, clock);
  }

  /** A source over the files that the settings mean. */
  public FileSource(FileSourceSettings settings, SourceRequest request, Clock clock) {
    this(settings, request, clock, SplitSizes.USUAL);
  }

  @Override
  public void freeze() {
    unread.freeze();
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    List<RecordedFile> files = unread.take(state, limits);
    return files.isEmpty() ? Optional.empty() : Optional.of(new FileRange(files).toRange());
  }

  @Override
  public List<Notice> notices() {
    return notices.take();
  }

  @Override
  public Backlog backlog() {
    return unread.backlog();
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    FileRange files = FileRange.of(range);
    Path base = listing.base();
    long splitSize = sizes.splitSize(files.bytes(), parallelism);
    List<Split> splits = new ArrayList<>();
    for (RecordedFile file : files.files()) {
      Path path = PortableName.resolve(base, file.name());
      FileCheck.verify(path, file);
      if (file.size() > 0) {
        addSplits(path, file, splitSize, splits);
      }
    }
    return splits;
  }

  @Override
  public SplitReader open(Split split, ReadRequest read) {
    FileSplit piece = (FileSplit) split;
    return new FileSplitReader(
        piece,
        settings.format(),
        sizes.chunk(),
        (start, headerLines) -> decoder(piece, read, start, headerLines));
  }

  @Override
  public void advance(Range range, SourceState state) {
    for (RecordedFile file : FileRange.of(range).files()) {
      state.put(UnreadFiles.key(file.name()), file.stateValue());
    }
  }

  @Override
  public void close() {}

  private void addSplits(Path path, RecordedFile file, long splitSize, List<Split> splits) {
    long size = file.size();
    long pieces = settings.isSplittable(path) ? Math.max(1, (size + splitSize - 1) / splitSize) : 1;
    for (long i = 0; i < pieces; i++) {
      long from = size / pieces * i;
      long to = i == pieces - 1 ? size : size / pieces * (i + 1);
      splits.add(new FileSplit(path, file, settings.compressionOf(path), from, to));
    }
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
