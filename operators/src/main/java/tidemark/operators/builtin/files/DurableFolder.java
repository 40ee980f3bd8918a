package tidemark.operators.builtin.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder whose files are written so that a crash leaves each of them whole or absent. */
public final class DurableFolder {
  private final Path folder;

  public DurableFolder(Path folder) {
    this.folder = folder;
  }

  public Path path() {
    return folder;
  }

  /** Makes the folder and those above it. */
  public void create() throws IOException {
    Files.createDirectories(folder);
  }

  /** Writes a file that must not exist yet; false if it does. Others see it whole or not at all. */
  public boolean createFile(String name, String text) throws IOException {
    Path target = folder.resolve(name);
    if (Files.exists(target)) {
      return false;
    }
    Path aside = writeAside(name, text);
    try {
      Files.createLink(target, aside);
    } catch (FileAlreadyExistsException taken) {
      return false;
    } catch (UnsupportedOperationException noLinks) {
      Files.move(aside, target);
    } finally {
      Files.deleteIfExists(aside);
    }
    sync();
    return true;
  }

  /** Writes a file, in the place of an older one if there is one. */
  public void replaceFile(String name, String text) throws IOException {
    Path aside = writeAside(name, text);
    Files.move(aside, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    sync();
  }

  /** The names in the folder, sorted; none if it does not exist. */
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      entries.forEach(entry -> names.add(entry.getFileName().toString()));
    } catch (NoSuchFileException absent) {
      return List.of();
    } catch (java.io.UncheckedIOException broken) {
      throw broken.getCause();
    }
    names.sort(Comparator.naturalOrder());
    return names;
  }

  /** Makes additions, renames and deletions in the folder durable. */
  public void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Deletes a folder and what is in it, links not followed; nothing if it does not exist. */
  public static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> tree = Files.walk(root)) {
      all = new ArrayList<>(tree.toList());
    }
    all.sort(Comparator.reverseOrder());
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }

  private Path writeAside(String name, String text) throws IOException {
    Path aside = folder.resolve("." + name + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            aside,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    return aside;
  }
}
