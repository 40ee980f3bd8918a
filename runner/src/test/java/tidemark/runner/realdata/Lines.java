package tidemark.runner.realdata;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The lines of files, whose name says whether they are packed. */
final class Lines {
  private Lines() {}

  static List<String> of(Path file) {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a folder by name, without its subfolders. */
  static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
