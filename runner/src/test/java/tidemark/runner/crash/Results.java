package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tidemark.runner.binary.BinaryFile;

/** What a reader sees who lists the folders of file sinks and reads the files, and nothing else. */
final class Results {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern VISIBLE =
      Pattern.compile("(part-\\d{9,}-\\d{3,}|result|batch-[\\w-]+)\\.(ndjson|csv|parquet|avro)");

  private Results() {}

  /**
   * The rows of every sink below a folder, by the sink's path: sorted, each as often as it is
   * there. Fails on half a row and on a name that is not a result's.
   */
  static SortedMap<String, List<String>> below(Path root) {
    SortedMap<String, List<String>> results = new TreeMap<>();
    for (Path sink : sinks(root)) {
      List<String> rows = of(sink);
      if (!rows.isEmpty()) {
        results.put(root.relativize(sink).toString(), rows);
      }
    }
    return results;
  }

  /** The folders of the sinks, and those of programs that write a file a batch. */
  static List<Path> sinks(Path root) {
    return walk(root).stream()
        .filter(p -> p.getFileName().toString().matches("_tidemark|batch-[\\w-]+\\.ndjson"))
        .map(Path::getParent)
        .distinct()
        .sorted()
        .toList();
  }

  /** Files that sinks have written aside and neither shown nor dropped. */
  static List<Path> staged(Path root) {
    return walk(root).stream()
        .filter(p -> p.getParent().endsWith("_tidemark/staging"))
        .sorted()
        .toList();
  }

  /** Deletes a folder and all below; it need not exist. */
  static void delete(Path root) {
    try {
      for (Path path : walk(root).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> walk(Path root) {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of one sink, sorted. */
  static List<String> of(Path sink) {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(sink)) {
      for (Path file : files.filter(f -> !isHidden(f)).sorted().toList()) {
        assertThat(file.getFileName().toString()).as("a visible name").matches(VISIBLE);
        rows.addAll(rowsOf(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(Comparator.naturalOrder());
    return List.copyOf(rows);
  }

  /** Whether readers of folders skip the name by custom. */
  private static boolean isHidden(Path file) {
    String name = file.getFileName().toString();
    return name.equals("_tidemark") || name.startsWith(".");
  }

  private static List<String> rowsOf(Path file) throws IOException {
    if (BinaryFile.is(file)) {
      return new BinaryFile(file).rows();
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    assertThat(text.isEmpty() || text.endsWith("\n")).as("%s ends with a row", file).isTrue();
    List<String> lines = text.lines().toList();
    if (file.toString().endsWith(".csv")) {
      assertThat(lines).as("%s has a header", file).isNotEmpty();
      long commas = commas(lines.get(0));
      assertThat(lines).as("whole rows of %s", file).allMatch(line -> commas(line) == commas);
      return lines.subList(1, lines.size());
    }
    assertThat(lines).as("whole rows of %s", file).allMatch(Results::isJsonObject);
    return lines;
  }

  /** Fields less one; the tests' values hold no commas. */
  private static long commas(String line) {
    return line.chars().filter(c -> c == ',').count();
  }

  private static boolean isJsonObject(String line) {
    try (JsonParser json = JSON.createParser(line)) {
      if (!line.startsWith("{") || !json.nextToken().isStructStart()) {
        return false;
      }
      json.skipChildren();
      return json.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
