package tidemark.operators.builtin.filesource;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Holds a file against what a range recorded of it. A file that only grew passes: its first bytes
 * are still those of the range.
 */
final class FileCheck {
  private static final int ATTEMPTS = 3;

  /** So many files are worth waking other threads. */
  static final int MANY = 64;

  private FileCheck() {}

  /**
   * Passes if the first {@code recorded.size()} bytes of the file are those that were recorded.
   *
   * @throws Failure TM603 if the file is gone, TM602 if it changed
   */
  static void verify(Path path, RecordedFile recorded) {
    Optional<BasicFileAttributes> now = FileListing.attributes(path);
    if (now.isEmpty() || !now.get().isRegularFile()) {
      throw new Failure(
          Code.TM603,
          "`" + shown(path) + "` is gone, and a micro-batch that is not finished needs it",
          "put the file back with the same content, then run again");
    }
    BasicFileAttributes attributes = now.get();
    if (recorded.looksLike(attributes.size(), FileListing.modified(attributes))) {
      return;
    }
    if (attributes.size() >= recorded.size() && begins(path, recorded)) {
      return;
    }
    throw new Failure(
        Code.TM602,
        "`" + shown(path) + "` changed, and a micro-batch that is not finished needs it as it was",
        "put the old content back, then run again; write new content to a file of its own");
  }

  /**
   * Whether a file is what was read, whatever its time says: a copy or a touch is no change.
   *
   * @throws Failure if the file cannot be read
   */
  static boolean isSame(FoundFile file, RecordedFile read) {
    return file.size() == read.size()
        && (file.modified() == read.modified() || begins(file.path(), read));
  }

  private static boolean begins(Path path, RecordedFile recorded) {
    try {
      return Fingerprint.of(path, recorded.size()) == recorded.fingerprint();
    } catch (EOFException | NoSuchFileException shrunk) {
      return false;
    } catch (IOException broken) {
      throw FileListing.unreadable(path, FileListing.reason(broken), broken);
    }
  }

  /**
   * The files as they are now, to be read up to their present sizes, by name; without those that
   * are gone or cannot be looked at. Several threads look at many: a file costs a few accesses of
   * the disk, or of what is far away behind it, one after the other.
   */
  static Map<String, RecordedFile> record(List<FoundFile> files) {
    Stream<FoundFile> each = files.size() < MANY ? files.stream() : files.parallelStream();
    return each.map(FileCheck::recordIfReadable)
        .flatMap(Optional::stream)
        .collect(Collectors.toMap(RecordedFile::name, Function.identity()));
  }

  private static Optional<RecordedFile> recordIfReadable(FoundFile file) {
    try {
      return record(file, Optional.empty());
    } catch (Failure metAgainWhenItIsItsTurn) {
      return Optional.empty();
    }
  }

  /**
   * The file as it is now, to be read up to its present size; empty if it is gone.
   *
   * @param seen the file as it was before, if that is known
   * @throws Failure TM602 if it shrinks while it is looked at
   */
  static Optional<RecordedFile> record(FoundFile file, Optional<RecordedFile> seen) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<BasicFileAttributes> now = FileListing.attributes(file.path());
      if (now.isEmpty()) {
        return Optional.empty();
      }
      long size = now.get().size();
      long modified = FileListing.modified(now.get());
      if (seen.isPresent() && seen.get().looksLike(size, modified)) {
        return seen;
      }
      try {
        long fingerprint = Fingerprint.of(file.path(), size);
        return Optional.of(new RecordedFile(file.name(), size, modified, fingerprint));
      } catch (EOFException shrunk) {
        continue;
      } catch (NoSuchFileException gone) {
        return Optional.empty();
      } catch (IOException broken) {
        throw FileListing.unreadable(file.path(), FileListing.reason(broken), broken);
      }
    }
    throw new Failure(
        Code.TM602,
        "`" + shown(file.path()) + "` is cut shorter and shorter while it is looked at",
        "let its writer finish; `settle` leaves files alone that changed a moment ago");
  }

  private static String shown(Path path) {
    return PortableName.shown(path.toString());
  }
}
