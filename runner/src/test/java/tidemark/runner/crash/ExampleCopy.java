package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A copy of an example pipeline, with its data, that reads one file a micro-batch.
 *
 * @param set what its variables are, where that is not what the file says
 */
record ExampleCopy(Path folder, Map<String, String> set) {
  private static final String LIMIT = "max_files_per_batch: 1";

  /** The folders of the examples. */
  static List<Path> all() throws IOException {
    try (Stream<Path> folders = Files.list(root().resolve("pipelines"))) {
      return folders.filter(f -> Files.exists(f.resolve("pipeline.yaml"))).sorted().toList();
    }
  }

  /** Those that read files beside them. */
  static List<Path> examples() throws IOException {
    return all().stream().filter(f -> Files.exists(f.resolve("data"))).toList();
  }

  /** The repository. */
  static Path root() {
    return Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
  }

  /** Copies an example, and the data schemas beside it, below {@code target}. */
  static ExampleCopy of(Path example, Path target) throws IOException {
    Path folder = target.resolve("pipelines").resolve(example.getFileName());
    copy(example, folder);
    copy(root().resolve("schemas"), target.resolve("schemas"));
    Path pipeline = folder.resolve("pipeline.yaml");
    String text = Files.readString(pipeline);
    if (!text.contains(LIMIT)) {
      text = text.replaceFirst("path: data\\n", "path: data\n      " + LIMIT + "\n");
    }
    if (!text.contains(LIMIT)) {
      text = text.replaceFirst("path: data,", "path: data, " + LIMIT + ",");
    }
    assertThat(text).as("%s limits its batches", example).contains(LIMIT);
    Files.writeString(pipeline, text);
    return new ExampleCopy(folder, Map.of());
  }

  LocalPipeline pipeline() {
    return new LocalPipeline(folder.resolve("pipeline.yaml"), folder.hashCode(), set);
  }

  /** Whether what it writes goes to a program beside it. */
  boolean hasReceiver() {
    return Files.exists(folder.resolve("Receiver.java"));
  }

  /** The same, writing to that program. */
  ExampleCopy sendingTo(ExampleReceiver receiver) {
    return new ExampleCopy(folder, Map.of("receiver", receiver.url()));
  }

  /** Files of the data, in reading order. */
  List<Path> data() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      return files.sorted().toList();
    }
  }

  /** Forgets all runs. */
  void reset(LocalPipeline pipeline) {
    Results.sinks(folder).forEach(Results::delete);
    Results.delete(pipeline.checkpoint());
  }

  /** Copies all files but those of earlier runs; their times ascend with their names. */
  private static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(from)) {
      return;
    }
    List<Path> paths = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(from)) {
      walk.filter(p -> !isResult(from.relativize(p))).sorted().forEach(paths::add);
    }
    long second = 1_700_000_000;
    for (Path path : paths) {
      Path copy = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(path, copy);
        Files.setLastModifiedTime(copy, FileTime.fromMillis(1000 * second++));
      }
    }
  }

  private static boolean isResult(Path relative) {
    return relative.startsWith("out") || relative.startsWith("checkpoint");
  }
}
