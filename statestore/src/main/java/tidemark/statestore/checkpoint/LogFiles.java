package tidemark.statestore.checkpoint;

import tidemark.statestore.files.FileStore;
import tidemark.statestore.rocksdb.StateFiles;

/** The two logs of a checkpoint, and what they say together. */
final class LogFiles {
  final FileBatchLog<OffsetEntry> offsets;
  final FileBatchLog<CommitEntry> commits;
  final FilePlanLog plans;
  final FileOutcomes outcomes;
  private final FileStore files;

  LogFiles(FileStore files) {
    this.files = files;
    offsets = new FileBatchLog<>(files, EntryFormat.OFFSETS);
    commits = new FileBatchLog<>(files, EntryFormat.COMMITS);
    plans = new FilePlanLog(files);
    outcomes = new FileOutcomes(files);
  }

  /** The file of a batch's entry: names sort as batches do. */
  static String name(long batch) {
    return padded(9, batch);
  }

  /** The number with so many digits at least. */
  static String padded(int digits, long number) {
    String text = Long.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  Recovery decide() {
    LogContent<OffsetEntry> planned = offsets.content();
    LogContent<CommitEntry> done = commits.content();
    boolean stateExists =
        planned.isEmpty() && done.isEmpty() && !new StateFiles(files).all().isEmpty();
    return Recovery.decide(planned, done, stateExists);
  }
}
