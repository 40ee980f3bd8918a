package tidemark.runner.realdata;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a file that are spread over several, in order.
 *
 * @param header the line that begins each of them
 */
record CutFile(String name, Optional<String> header, List<String> lines) {
  /** Reads a file, or the only one in a folder; packed ones too. */
  static CutFile read(Path fileOrFolder, boolean hasHeader) throws IOException {
    Path file = Files.isDirectory(fileOrFolder) ? only(fileOrFolder) : fileOrFolder;
    String name = file.getFileName().toString();
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(in) : in;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      List<String> lines = new ArrayList<>(reader.lines().toList());
      Optional<String> header = hasHeader ? Optional.of(lines.remove(0)) : Optional.empty();
      return new CutFile(name.replaceFirst("\\.gz$", ""), header, lines);
    }
  }

  private static Path only(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
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
