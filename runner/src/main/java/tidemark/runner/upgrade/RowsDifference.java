package tidemark.runner.upgrade;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How the rows of one sink differ between two pipelines; each row is one line of JSON.
 *
 * @param same rows that both gave
 * @param gone rows that only the first gave, sorted
 * @param come rows that only the second gave, sorted
 */
public record RowsDifference(long same, List<String> gone, List<String> come) {
  public RowsDifference {
    gone = List.copyOf(gone);
    come = List.copyOf(come);
  }

  /** Compares what two sinks hold. */
  static RowsDifference between(Path before, Path after) {
    Map<String, Integer> counts = new TreeMap<>();
    long[] same = {0};
    lines(before, row -> counts.merge(row, 1, Integer::sum));
    lines(
        after,
        row -> {
          if (counts.getOrDefault(row, 0) > 0) {
            same[0]++;
          }
          counts.merge(row, -1, Integer::sum);
        });
    List<String> gone = new ArrayList<>();
    List<String> come = new ArrayList<>();
    counts.forEach(
        (row, count) -> {
          for (int i = 0; i < Math.abs(count); i++) {
            (count > 0 ? gone : come).add(row);
          }
        });
    return new RowsDifference(same[0], gone, come);
  }

  /** The rows of a sink, sorted. */
  static List<String> rows(Path sink) {
    List<String> rows = new ArrayList<>();
    lines(sink, rows::add);
    rows.sort(String::compareTo);
    return rows;
  }

  private static void lines(Path sink, java.util.function.Consumer<String> each) {
    if (!Files.isDirectory(sink)) {
      return;
    }
    try (Stream<Path> files = Files.list(sink)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().endsWith(".ndjson")) {
          try (Stream<String> lines = Files.lines(file)) {
            lines.forEach(each);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
