package tidemark.operators.builtin.filesource;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

/**
 * Reads files, each once, oldest first. What was read is keyed state: a file's name below the base,
 * its size, time and fingerprint; so neither a batch nor a start costs more for what was read long
 * ago. A range lists its files with the same facts and gives the same rows or a failure.
 */
public final class FileSource implements Source {
  private final SplitSizes sizes;
  private final FileLayout layout;
  private final NoticeBoard notices = new NoticeBoard();
  private final FileListing listing;
  private final UnreadFiles unread;
  private Optional<Planned> planned = Optional.empty();
  private Optional<ExecutorService> thread = Optional.empty();
  private Optional<Future<Map<String, RecordedFile>>> ahead = Optional.empty();

  /** The range planned last. */
  private record Planned(Range range, FileRange files) {}

  FileSource(FileSourceSettings settings, SourceRequest request, Clock clock, SplitSizes sizes) {
    this.sizes = sizes;
    this.layout = layout(settings, request, sizes);
    this.listing = new FileListing(settings.selection(), notices);
    this.unread = new UnreadFiles(listing, settings, layout, notices, clock);
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
    List<RecordedFile> files = unread.take(state, limits, lookedAtAhead());
    FileRange range = new FileRange(files);
    planned = files.isEmpty() ? Optional.empty() : Optional.of(new Planned(range.toRange(), range));
    return planned.map(Planned::range);
  }

  /** Looks at the files that come next while the micro-batch before them ends. */
  private void lookAhead() {
    List<FoundFile> next = unread.next();
    if (next.isEmpty()) {
      return;
    }
    if (thread.isEmpty()) {
      thread = Optional.of(Executors.newSingleThreadExecutor(FileSource::daemon));
    }
    ahead = Optional.of(thread.get().submit(() -> FileCheck.record(next)));
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "tidemark-files");
    thread.setDaemon(true);
    return thread;
  }

  /** What was seen ahead; nothing if that failed, for then the plan meets the failure again. */
  private Map<String, RecordedFile> lookedAtAhead() {
    try {
      return ahead.isEmpty() ? Map.of() : ahead.get().get();
    } catch (ExecutionException failed) {
      return Map.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    } finally {
      ahead = Optional.empty();
    }
  }

  private FileRange files(Range range) {
    return planned
        .filter(p -> p.range().json().equals(range.json()))
        .map(Planned::files)
        .orElseGet(() -> FileRange.of(range));
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
    FileRange files = files(range);
    Path base = listing.base();
    long splitSize = sizes.splitSize(files.bytes(), parallelism);
    List<Split> splits = new ArrayList<>();
    for (RecordedFile file : files.files()) {
      Path path = PortableName.resolve(base, file.name());
      FileCheck.verify(path, file);
      layout.addSplits(path, file, splitSize, splits);
    }
    return splits;
  }

  @Override
  public SplitReader open(Split split, ReadRequest read) {
    return layout.open(split, read);
  }

  @Override
  public void advance(Range range, SourceState state) {
    for (RecordedFile file : files(range).files()) {
      state.put(UnreadFiles.key(file.name()), file.stateValue());
    }
    lookAhead();
  }

  @Override
  public void close() {
    thread.ifPresent(ExecutorService::shutdownNow);
  }

  private static FileLayout layout(
      FileSourceSettings settings, SourceRequest request, SplitSizes sizes) {
    return switch (settings.format().format()) {
      case NDJSON, CSV, TEXT -> new TextLayout(settings, request, sizes.chunk());
      case PARQUET -> new BlockLayout<>(new ParquetBlocks(), settings, request);
      case AVRO -> new BlockLayout<>(new AvroBlocks(), settings, request);
    };
  }
}
