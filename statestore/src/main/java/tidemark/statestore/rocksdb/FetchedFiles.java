package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.StoreId;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.LocalFiles;

/** A snapshot that is the files of a RocksDB, as releases before 0.2 wrote them. */
final class FetchedFiles {
  private static final long MEMORY = 16L << 20;

  private FetchedFiles() {}

  /** Brings the files into a folder, reads all rows from there and deletes it. */
  static void load(FileStore files, String name, Path folder, LocalRows rows) throws IOException {
    Files.createDirectories(folder);
    SnapshotFiles snapshot =
        SnapshotFiles.read(
            files, name, (local, content) -> Files.write(folder.resolve(local), content));
    for (SnapshotFiles.SstFile file : snapshot.list()) {
      try (OutputStream out = Files.newOutputStream(folder.resolve(file.local()))) {
        SnapshotFiles.copy(files, file, out);
      }
    }
    try (WorkingCopy copy = new WorkingCopy(folder, MEMORY)) {
      for (StoreId id : copy.stores()) {
        load(copy, rows.store(id));
      }
    } catch (StateFailure e) {
      throw e.kind() == Kind.WORKING_COPY ? damaged(name, e) : e;
    }
    LocalFiles.deleteTree(folder);
  }

  /** The files came from the checkpoint, so no other start could make them anew. */
  private static StateFailure damaged(String name, StateFailure cause) {
    return new StateFailure(
        Kind.DAMAGED,
        "the snapshot " + name + " is damaged: " + cause.getMessage(),
        "Put the file back from a copy.",
        cause);
  }

  private static void load(WorkingCopy copy, TableStore store) {
    try (RowPages pages = copy.allRows(store.id())) {
      while (pages.next()) {
        store.load(
            pages.page(),
            pages.keyStart(),
            pages.keyLength(),
            pages.page(),
            pages.valueStart(),
            pages.valueLength());
      }
    }
  }
}
