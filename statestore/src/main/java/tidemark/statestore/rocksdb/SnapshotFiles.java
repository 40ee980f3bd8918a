package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.FrameReader;

/** What a snapshot of RocksDB's files says: which SST files it consists of. */
record SnapshotFiles(List<SstFile> list) {
  /**
   * An SST file of a snapshot.
   *
   * @param local its name in the database
   * @param name its name in {@code state/sst}
   */
  record SstFile(String local, String name, long bytes, int crc32c) {}

  /** Takes a small file of a snapshot. */
  interface SmallFile {
    void take(String local, byte[] content) throws IOException;
  }

  static SnapshotFiles read(FileStore files, String name, SmallFile small) {
    List<SstFile> list = new ArrayList<>();
    try (FrameReader frames = new FrameReader(files, Snapshots.FOLDER + "/" + name, 'N')) {
      for (char type = frames.next(); type != FrameReader.END; type = frames.next()) {
        Bytes.In payload = frames.payload();
        switch (type) {
          case 'H' -> requireName(frames, payload.string(), name);
          case 'F' -> small.take(payload.string(), payload.rest());
          case 'L' -> readList(payload, list);
          default -> throw frames.damaged("an unknown frame");
        }
      }
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
    return new SnapshotFiles(List.copyOf(list));
  }

  private static void requireName(FrameReader frames, String found, String name) {
    if (!found.equals(name)) {
      throw frames.damaged("it is the content of another file");
    }
  }

  private static void readList(Bytes.In payload, List<SstFile> list) {
    int count = payload.count();
    for (int i = 0; i < count; i++) {
      list.add(new SstFile(payload.string(), payload.string(), payload.int64(), payload.int32()));
    }
  }

  /** Reads every file that a snapshot consists of; damage is a failure. */
  static void verify(FileStore files, String name) {
    try {
      for (SstFile file : read(files, name, (local, content) -> {}).list()) {
        copy(files, file, OutputStream.nullOutputStream());
      }
    } catch (IOException e) {
      throw Snapshots.ioFailure(e);
    }
  }

  /** Copies an SST file out of the checkpoint and checks it. */
  static void copy(FileStore files, SstFile file, OutputStream copy) throws IOException {
    String path = Snapshots.SST + "/" + file.name();
    CRC32C crc = new CRC32C();
    long length = 0;
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = files.open(path)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        crc.update(buffer, 0, read);
        copy.write(buffer, 0, read);
        length += read;
      }
    }
    if (length != file.bytes() || (int) crc.getValue() != file.crc32c()) {
      throw CheckedJson.damaged(path, "its length or checksum is wrong");
    }
  }
}
