package tidemark.operators.builtin.filesource;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.SourceState;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The files that a source has found and not read yet, in reading order. The disk is listed again
 * only when they no longer fill a micro-batch, so a long backlog is listed once; a listing costs
 * one look-up in the state a file, whatever was read before.
 */
final class UnreadFiles {
  private static final long NANOS_A_MILLI = 1_000_000;

  private final FileListing listing;
  private final FileSourceSettings settings;
  private final FileLayout layout;
  private final NoticeBoard notices;
  private final Clock clock;
  private final Map<String, FoundFile> pending = new LinkedHashMap<>();

  /** Files that only have another time than when they were read: looked into once. */
  private final Map<String, FoundFile> touched = new HashMap<>();

  private long pendingBytes;
  private List<RecordedFile> taken = List.of();
  private Optional<List<FoundFile>> frozen = Optional.empty();
  private boolean isFrozen;

  UnreadFiles(
      FileListing listing,
      FileSourceSettings settings,
      FileLayout layout,
      NoticeBoard notices,
      Clock clock) {
    this.listing = listing;
    this.settings = settings;
    this.layout = layout;
    this.notices = notices;
    this.clock = clock;
  }

  /** Lists the disk for the last time. */
  void freeze() {
    frozen = Optional.of(settled(listing.files().orElseGet(this::missing)));
    isFrozen = true;
  }

  /** As many as were taken last of the files behind those. */
  List<FoundFile> next() {
    return pending.values().stream().skip(taken.size()).limit(taken.size()).toList();
  }

  /**
   * The files of the next micro-batch; none if there is nothing new.
   *
   * @param seen files that were looked at before, by name; what they are now counts
   */
  List<RecordedFile> take(SourceState state, BatchLimits limits, Map<String, RecordedFile> seen) {
    forgetRead(state);
    refill(state, limits);
    Map<String, RecordedFile> known = withManyMore(seen, limits);
    List<RecordedFile> chosen = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    Room room = new Room(limits);
    for (FoundFile file : pending.values()) {
      if (!chosen.isEmpty() && !room.mayTake(file.size())) {
        break;
      }
      Optional<RecordedFile> recorded =
          FileCheck.record(file, Optional.ofNullable(known.get(file.name())));
      if (recorded.isEmpty()) {
        gone.add(file.name());
        notices.note(Code.TM603, "vanished before it was read", file.name(), "");
        continue;
      }
      long rows = room.countsRows() ? layout.rows(file.path(), recorded.get().size()) : 0;
      if (!chosen.isEmpty() && !room.holds(recorded.get().size(), rows)) {
        break;
      }
      room.add(recorded.get().size(), rows);
      chosen.add(recorded.get());
    }
    gone.forEach(this::drop);
    taken = List.copyOf(chosen);
    return taken;
  }

  /**
   * The files seen, and those of the next micro-batch besides if they are many; how many that are
   * is not known where rows are counted.
   */
  private Map<String, RecordedFile> withManyMore(
      Map<String, RecordedFile> seen, BatchLimits limits) {
    List<FoundFile> others = new ArrayList<>();
    Room room = new Room(limits);
    for (FoundFile file : pending.values()) {
      if (room.countsRows() || !room.mayTake(file.size())) {
        break;
      }
      room.add(file.size(), 0);
      if (!seen.containsKey(file.name())) {
        others.add(file);
      }
    }
    if (others.size() < FileCheck.MANY) {
      return seen;
    }
    Map<String, RecordedFile> known = new HashMap<>(FileCheck.record(others));
    known.putAll(seen);
    return known;
  }

  /** What is left after the files last taken. */
  Backlog backlog() {
    long bytes = taken.stream().mapToLong(RecordedFile::size).sum();
    return new Backlog(
        Math.max(0, pending.size() - taken.size()), Math.max(0, pendingBytes - bytes));
  }

  static byte[] key(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private void forgetRead(SourceState state) {
    for (RecordedFile file : taken) {
      if (Arrays.equals(file.stateValue(), state.get(key(file.name())))) {
        drop(file.name());
      }
    }
    taken = List.of();
  }

  private void drop(String name) {
    FoundFile removed = pending.remove(name);
    if (removed != null) {
      pendingBytes -= removed.size();
    }
  }

  private void refill(SourceState state, BatchLimits limits) {
    List<FoundFile> found;
    if (isFrozen) {
      found = frozen.orElse(List.of());
      frozen = Optional.empty();
    } else if (pending.size() >= limits.maxFiles() || pendingBytes >= limits.maxBytes()) {
      return;
    } else {
      Optional<List<FoundFile>> listed = listing.files();
      found = listed.isPresent() ? settled(listed.get()) : knownOrMissing(state);
      pending.clear();
      pendingBytes = 0;
    }
    warnIfEmpty(found, state);
    List<FoundFile> unread = new ArrayList<>();
    for (FoundFile file : found) {
      if (isUnread(file, state)) {
        unread.add(file);
      }
    }
    unread.sort(FoundFile.READING_ORDER);
    for (FoundFile file : unread) {
      pending.put(file.name(), file);
      pendingBytes += file.size();
    }
  }

  private boolean isUnread(FoundFile file, SourceState state) {
    byte[] value = state.get(key(file.name()));
    if (value == null) {
      return true;
    }
    RecordedFile read = RecordedFile.ofState(file.name(), value);
    if (file.equals(touched.get(file.name()))) {
      return false;
    }
    if (FileCheck.isSame(file, read)) {
      if (file.modified() != read.modified()) {
        touched.put(file.name(), file);
      }
      return false;
    }
    String version = file.size() + " " + file.modified();
    return switch (settings.changedFiles()) {
      case REPORT -> {
        notices.note(
            Code.TM602,
            "changed after it was read; what changed is not read",
            file.name(),
            version);
        yield false;
      }
      case READ_AGAIN -> {
        notices.note(
            Code.TM602, "changed after it was read and is read again", file.name(), version);
        yield true;
      }
      case FAIL ->
          throw new Failure(
              Code.TM602,
              "`" + file.path() + "` changed after it was read",
              "write new content to a file of its own, or set `changed_files: report`");
    };
  }

  private List<FoundFile> settled(List<FoundFile> found) {
    if (settings.settleMillis() == 0) {
      return found;
    }
    long newest = (clock.millis() - settings.settleMillis()) * NANOS_A_MILLI;
    List<FoundFile> settled = new ArrayList<>();
    for (FoundFile file : found) {
      if (file.modified() <= newest) {
        settled.add(file);
      } else {
        notices.note(
            Code.TM621, "changed less than `settle` ago and is left for later", file.name(), "");
      }
    }
    return settled;
  }

  private void warnIfEmpty(List<FoundFile> found, SourceState state) {
    if (found.isEmpty() && state.size() == 0 && !notices.holds(Code.TM621)) {
      notices.note(Code.TM617, "matches no file", settings.selection().path().toString(), "");
    }
  }

  private List<FoundFile> knownOrMissing(SourceState state) {
    String name = String.valueOf(settings.selection().path().getFileName());
    return state.get(key(name)) == null ? missing() : List.of();
  }

  private List<FoundFile> missing() {
    throw new Failure(
        Code.TM604,
        "`" + settings.selection().path() + "` does not exist",
        "check `path`; a folder must exist before the run, a pattern's folder too");
  }

  /** What still fits into a micro-batch. */
  private static final class Room {
    private final BatchLimits limits;
    private long files;
    private long bytes;
    private long rows;

    Room(BatchLimits limits) {
      this.limits = limits;
    }

    boolean countsRows() {
      return limits.maxRows() < Long.MAX_VALUE;
    }

    boolean mayTake(long size) {
      return files < limits.maxFiles()
          && size <= limits.maxBytes() - bytes
          && rows < limits.maxRows();
    }

    boolean holds(long size, long more) {
      return mayTake(size) && more <= limits.maxRows() - rows;
    }

    void add(long size, long more) {
      files++;
      bytes += size;
      rows += more;
    }
  }
}
