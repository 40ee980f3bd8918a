package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import tidemark.statestore.IdSource;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.SegmentWriter;
import tidemark.statestore.changelog.StagedFile;
import tidemark.statestore.files.Bytes;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.FrameReader;
import tidemark.statestore.files.FrameWriter;
import tidemark.statestore.files.LocalFiles;

/**
 * Full copies of one version: all rows while they are in memory, else the SST files of RocksDB,
 * each uploaded once.
 */
final class Snapshots {
  static final String FOLDER = "state/snapshots";
  static final String SST = "state/sst";
  static final String ROWS = ".rows";
  static final String FILES = ".files";

  private final FileStore files;
  private final Path work;
  private final IdSource ids;
  private final Map<String, SstFile> known = new TreeMap<>();
  private final Set<String> published = new HashSet<>();

  Snapshots(FileStore files, Path work, IdSource ids) {
    this.files = files;
    this.work = work;
    this.ids = ids;
  }

  /**
   * An SST file of the working copy that the checkpoint has.
   *
   * @param local its name in the working copy
   * @param name its name in {@code state/sst}
   */
  record SstFile(String local, String name, long bytes, int crc32c) {}

  /** SST files of the working copy that the checkpoint has, by local name. */
  Map<String, SstFile> known() {
    return known;
  }

  StateRef.Snapshot writeRows(long version, Collection<TableStore> stores) throws IOException {
    String name = version + "-" + ids.next() + ROWS;
    StagedFile file = new StagedFile(work.resolve("snapshot-" + name));
    try {
      SegmentWriter writer = new SegmentWriter(file, 'N', name);
      for (TableStore store : stores) {
        writer.store(store.id());
        store.forEachShard(shard -> SegmentLog.write(writer, shard, shard.live()));
      }
      writer.finish();
      publish(file, name);
    } catch (IOException | RuntimeException e) {
      file.abandon();
      throw e;
    }
    return new StateRef.Snapshot(name, version, file.length());
  }

  StateRef.Snapshot writeFiles(long version, WorkingCopy copy) throws IOException {
    String name = version + "-" + ids.next() + FILES;
    Path links = work.resolve("links-" + name);
    try {
      copy.linkInto(links);
      return writeFiles(version, name, links);
    } finally {
      LocalFiles.deleteTree(links);
    }
  }

  private StateRef.Snapshot writeFiles(long version, String name, Path links) throws IOException {
    StagedFile file = new StagedFile(work.resolve("snapshot-" + name));
    FrameWriter frames = new FrameWriter(file, 'N');
    frames.frame('H', new Bytes(64).string(name));
    Map<String, SstFile> current = new TreeMap<>();
    Bytes small = new Bytes(1 << 12);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(links)) {
      for (Path entry : entries) {
        String local = entry.getFileName().toString();
        if (local.endsWith(".sst")) {
          current.put(local, uploaded(entry, local));
        } else {
          byte[] content = Files.readAllBytes(entry);
          small.clear();
          frames.frame('F', small.string(local).put(content, 0, content.length));
        }
      }
    }
    frames.frame('L', list(current));
    frames.frame(FrameReader.END, new Bytes(4).varint(0).varint(0).varint(0).put(1));
    publish(file, name);
    known.clear();
    known.putAll(current);
    return new StateRef.Snapshot(name, version, file.length());
  }

  private SstFile uploaded(Path file, String local) throws IOException {
    SstFile before = known.get(local);
    long bytes = Files.size(file);
    if (before != null && before.bytes() == bytes) {
      return before;
    }
    String name = ids.next();
    Path copy = work.resolve("sst-" + name);
    int crc = copy(file, copy);
    published.add(SST + "/" + name);
    files.upload(copy, SST + "/" + name);
    return new SstFile(local, name, bytes, crc);
  }

  /**
   * Copies a file and returns its checksum. A link would do, but then damage of the working copy
   * would be damage of the checkpoint.
   */
  private static int copy(Path from, Path to) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = Files.newOutputStream(to)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        crc.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
    }
    return (int) crc.getValue();
  }

  private static Bytes list(Map<String, SstFile> current) {
    Bytes list = new Bytes(1 << 10).varint(current.size());
    for (SstFile file : current.values()) {
      list.string(file.local()).string(file.name()).int64(file.bytes()).int32(file.crc32c());
    }
    return list;
  }

  private void publish(StagedFile file, String name) throws IOException {
    published.add(FOLDER + "/" + name);
    file.publish(files, FOLDER + "/" + name);
  }

  /** Paths written since the last call. */
  Set<String> takePublished() {
    Set<String> paths = new HashSet<>(published);
    published.clear();
    return paths;
  }

  /** Brings the files of a snapshot into an empty folder, where RocksDB can open them. */
  void fetchFiles(String name, Path folder) throws IOException {
    Files.createDirectories(folder);
    SnapshotFiles snapshot =
        SnapshotFiles.read(
            files, name, (local, content) -> Files.write(folder.resolve(local), content));
    for (SstFile file : snapshot.list()) {
      try (OutputStream out = Files.newOutputStream(folder.resolve(file.local()))) {
        SnapshotFiles.copy(files, file, out);
      }
    }
    known.clear();
    snapshot.list().forEach(file -> known.put(file.local(), file));
  }

  static StateFailure ioFailure(IOException e) {
    return new StateFailure(
        StateFailure.Kind.IO,
        "a file of the state cannot be read or written: " + e.getMessage(),
        "Free space or correct the permissions, then run again; nothing is half written.",
        e);
  }
}
