package tidemark.statestore.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;

/**
 * Files below a folder of a local disk. New content is staged in {@code staging/<epoch>}, fsynced,
 * then linked or renamed to its name; the folder's entry is fsynced too. An instance is used by one
 * thread at a time.
 */
public final class LocalFiles implements FileStore {
  static final String STAGING = "staging";

  private final Path root;
  private final long epoch;
  private final boolean durable;
  private final Set<Path> foldersMade = new HashSet<>();
  private long staged;

  public LocalFiles(Path root) {
    this(root, 0, true);
  }

  private LocalFiles(Path root, long epoch, boolean durable) {
    this.root = root;
    this.epoch = epoch;
    this.durable = durable;
  }

  /**
   * Files that survive the end of the process but not a power failure: for test suites and
   * previews.
   */
  public static LocalFiles withoutSync(Path root) {
    return new LocalFiles(root, 0, false);
  }

  @Override
  public InputStream open(String path) {
    try {
      return Files.newInputStream(root.resolve(path));
    } catch (NoSuchFileException e) {
      throw new StateFailure(
          Kind.DAMAGED, root.resolve(path) + " is missing", "Put the file back from a copy.", e);
    } catch (IOException e) {
      throw failure("read", path, e);
    }
  }

  @Override
  public long length(String path) {
    try {
      return Files.size(root.resolve(path));
    } catch (NoSuchFileException e) {
      return -1;
    } catch (IOException e) {
      throw failure("read", path, e);
    }
  }

  @Override
  public boolean createIfAbsent(String path, byte[] content) {
    Path target = root.resolve(path);
    if (Files.exists(target)) {
      return false;
    }
    try {
      folder(target.getParent());
      Path temporary = stage(content);
      try {
        return linkIfAbsent(temporary, target);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw failure("write", path, e);
    }
  }

  /** Gives the staged file its name, unless the name is taken. */
  private boolean linkIfAbsent(Path temporary, Path target) throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (UnsupportedOperationException | FileSystemException e) {
      if (e instanceof NoSuchFileException
          || !Files.exists(temporary)
          || !Files.notExists(target)) {
        throw e;
      }
      Files.move(temporary, target);
    }
    sync(target.getParent());
    return true;
  }

  @Override
  public void replace(String path, byte[] content) {
    Path target = root.resolve(path);
    try {
      folder(target.getParent());
      Files.move(
          stage(content),
          target,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      sync(target.getParent());
    } catch (IOException e) {
      throw failure("write", path, e);
    }
  }

  @Override
  public void upload(Path local, String path) {
    Path target = root.resolve(path);
    try {
      folder(target.getParent());
      Path temporary = stagingFolder().resolve(Long.toString(staged++));
      Files.move(local, temporary, StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        force(file);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      sync(target.getParent());
    } catch (IOException e) {
      throw failure("write", path, e);
    }
  }

  @Override
  public List<String> list(String folder) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(folder))) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw failure("list", folder, e);
    }
    return names;
  }

  /** A run's delete goes through its staging folder: once that is gone, nothing can be deleted. */
  @Override
  public void delete(String path) {
    Path target = root.resolve(path);
    try {
      if (epoch == 0) {
        Files.deleteIfExists(target);
      } else if (Files.exists(target)) {
        Path grave = stagingFolder().resolve(Long.toString(staged++));
        Files.move(target, grave, StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(grave);
      }
    } catch (IOException e) {
      throw failure("delete", path, e);
    }
  }

  @Override
  public FileStore claim(long newEpoch) {
    Path staging = root.resolve(STAGING);
    try {
      Files.createDirectories(staging);
      for (String name : list(STAGING)) {
        if (!name.equals(Long.toString(newEpoch))) {
          fence(staging.resolve(name), staging.resolve("." + newEpoch + "-" + name));
        }
      }
      Files.createDirectory(staging.resolve(Long.toString(newEpoch)));
      sync(staging);
    } catch (FileAlreadyExistsException e) {
      throw new StateFailure(
          Kind.IN_USE,
          root + " was taken by another run at the same moment (epoch " + newEpoch + ")",
          "Start one run per checkpoint.",
          e);
    } catch (IOException e) {
      throw failure("write", STAGING, e);
    }
    return new LocalFiles(root, newEpoch, durable);
  }

  /** Takes the folder away from the run that uses it, in one step, and deletes it. */
  private static void fence(Path folder, Path grave) throws IOException {
    Files.move(folder, grave, StandardCopyOption.ATOMIC_MOVE);
    deleteTree(grave);
  }

  /** Deletes a file or a folder with everything in it; nothing happens when it does not exist. */
  public static void deleteTree(Path tree) throws IOException {
    if (Files.isDirectory(tree, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> children = Files.newDirectoryStream(tree)) {
        for (Path child : children) {
          deleteTree(child);
        }
      }
    }
    Files.deleteIfExists(tree);
  }

  private Path stagingFolder() throws IOException {
    Path folder = root.resolve(STAGING).resolve(Long.toString(epoch));
    if (epoch == 0) {
      Files.createDirectories(folder);
    }
    return folder;
  }

  private Path stage(byte[] content) throws IOException {
    Path temporary = stagingFolder().resolve(Long.toString(staged++));
    try (FileChannel file =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        file.write(rest);
      }
      force(file);
    } catch (IOException e) {
      deleteQuietly(temporary, e);
      throw e;
    }
    return temporary;
  }

  private void force(FileChannel file) throws IOException {
    if (durable) {
      file.force(true);
    }
  }

  private static void deleteQuietly(Path file, IOException cause) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void folder(Path folder) throws IOException {
    if (foldersMade.contains(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      folder(folder.getParent());
      Files.createDirectories(folder);
      sync(folder.getParent());
    }
    foldersMade.add(folder);
  }

  private void sync(Path folder) throws IOException {
    if (!durable) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private StateFailure failure(String doing, String path, IOException cause) {
    Path staging = root.resolve(STAGING).resolve(Long.toString(epoch));
    if (epoch > 0 && cause instanceof NoSuchFileException && Files.notExists(staging)) {
      return new StateFailure(
          Kind.FENCED,
          "another run has taken over " + root + "; this one may write no more",
          "Start one run per checkpoint.",
          cause);
    }
    String message =
        "cannot " + doing + " " + root.resolve(path) + ": " + IoReason.of(cause) + freeSpace();
    return new StateFailure(
        Kind.IO,
        message,
        "Free space or correct the permissions, then run again; nothing is half written.",
        cause);
  }

  private String freeSpace() {
    try {
      return " (" + (Files.getFileStore(root).getUsableSpace() >> 20) + " MB free)";
    } catch (IOException e) {
      return "";
    }
  }
}
