package tidemark.runner.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Folders as a whole: copied with the files' times, and compared. */
final class FolderCopy {
  private FolderCopy() {}

  static void copy(Path from, Path to) {
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path path : walk.sorted().toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every file below these parts of a folder, with its content. */
  static SortedMap<String, ByteBuffer> contents(Path folder, List<String> parts) {
    SortedMap<String, ByteBuffer> contents = new TreeMap<>();
    for (String part : parts) {
      for (Path file : files(folder.resolve(part))) {
        try {
          contents.put(
              folder.relativize(file).toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return contents;
  }

  /** The names of files that are in one of the two only, or differ. */
  static Set<String> changed(
      SortedMap<String, ByteBuffer> before, SortedMap<String, ByteBuffer> after) {
    Set<String> changed = new TreeSet<>(before.keySet());
    changed.addAll(after.keySet());
    changed.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
    return changed;
  }

  /** The files below a folder; none if it does not exist. */
  static List<Path> files(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
