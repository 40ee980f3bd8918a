package tidemark.runner.realdata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a file that are spread over several, in order.
 *
 * @param header the line that begins each of them
 */
record CutFile(String name, Optional<String> header, List<String> lines) {
  CutFile {
    lines = List.copyOf(lines);
  }

  /** Reads a file, or the only one in a folder; packed ones too. */
  static CutFile read(Path fileOrFolder, boolean hasHeader) {
    Path file = Files.isDirectory(fileOrFolder) ? Lines.files(fileOrFolder).get(0) : fileOrFolder;
    List<String> all = Lines.of(file);
    String plainName = file.getFileName().toString().replaceFirst("\\.gz$", "");
    return hasHeader
        ? new CutFile(plainName, Optional.of(all.get(0)), all.subList(1, all.size()))
        : new CutFile(plainName, Optional.empty(), all);
  }

  /** Writes files of that many lines, each younger than the one before. */
  void write(Path folder, int linesInFile) throws IOException {
    Files.createDirectories(folder);
    for (int from = 0; from < lines.size(); from += linesInFile) {
      List<String> part = new ArrayList<>(header.stream().toList());
      part.addAll(lines.subList(from, Math.min(from + linesInFile, lines.size())));
      Path file = folder.resolve("%06d-%s".formatted(from, name));
      Files.write(file, part);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + from));
    }
  }
}
