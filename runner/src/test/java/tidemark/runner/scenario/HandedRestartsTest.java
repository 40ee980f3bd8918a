package tidemark.runner.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.operators.connector.Connector;
import tidemark.runner.compat.Baseline;
import tidemark.runner.compat.CheckRequest;
import tidemark.runner.compat.Comparison;
import tidemark.runner.compat.CompatibilityCheck;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compat.Verdict;
import tidemark.runner.compile.Layouts;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.layout.Layout;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.spec.UpgradeSpec;

/**
 * The handed changes between two runs, where they are at hand: what each means for the stored
 * state, and the rows that come out after it. The expectations are in {@code
 * handed/restart-compat.txt}; the cases themselves have none.
 */
class HandedRestartsTest {
  private static final Pattern WINDOW = Pattern.compile("w: \"(\\d\\d):(\\d\\d)\"");
  private static final Pattern TIME = Pattern.compile("t: \"(\\d\\d:\\d\\d)\"");

  private static final List<Connector> CONNECTORS =
      ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();

  /** What is expected of one change. */
  record Expected(String change, String verdict, List<String> rows) {}

  static Stream<Expected> changes() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    return expectations(root.resolve("runner/src/test/resources/handed/restart-compat.txt"))
        .stream();
  }

  private static List<Expected> expectations(Path file) throws IOException {
    List<Expected> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("[")) {
        all.get(all.size() - 1).rows().add(times(line));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.split(" ");
        all.add(new Expected(words[0], words[1], new ArrayList<>()));
      }
    }
    return all;
  }

  private static String times(String rows) {
    String windows =
        WINDOW
            .matcher(rows)
            .replaceAll(
                m -> {
                  int end = Integer.parseInt(m.group(1)) * 60 + Integer.parseInt(m.group(2)) + 5;
                  return "window_start: \"2024-01-01T%s:%s:00Z\", window_end: \"2024-01-01T%02d:%02d:00Z\""
                      .formatted(m.group(1), m.group(2), end / 60, end % 60);
                });
    return TIME.matcher(windows).replaceAll("ts: \"2024-01-01T$1:00Z\"");
  }

  private static Optional<Path> handed() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolveSibling("shared").toString()));
    Path changes = shared.resolve("golden/restart-compat");
    return Files.isDirectory(changes) ? Optional.of(changes) : Optional.empty();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangedPipelineGoesOnRightOrNotAtAll(Expected expected, @TempDir Path folder) {
    if (handed().isEmpty()) {
      return;
    }
    Path handed = handed().get().resolve(expected.change());
    write(folder.resolve("before.yaml"), read(handed.resolve("before.yaml")));
    write(folder.resolve("after.yaml"), read(handed.resolve("after.yaml")));
    Comparison comparison = compare(folder.resolve("before.yaml"), folder.resolve("after.yaml"));
    assertThat(comparison.verdict().word())
        .as("%s", comparison.changes())
        .isEqualTo(expected.verdict());
    write(folder.resolve("after.yaml"), read(handed.resolve("after.yaml")) + accepted(comparison));
    Path suite = folder.resolve("change.test.yaml");
    write(suite, withExpectations(read(handed.resolve("change.test.yaml")), expected));
    SuiteRunner runner =
        new SuiteRunner(
            name -> Optional.empty(), CONNECTORS, Clock.systemUTC(), name -> true, String::valueOf);
    List<TestResult> results = runner.run(suite, result -> {});
    assertThat(results).hasSize(1);
    assertThat(results).allSatisfy(r -> assertThat(r.failure()).as(SuiteReport.text(r)).isEmpty());
  }

  private static Comparison compare(Path before, Path after) {
    return CompatibilityCheck.compare(
        new CheckRequest(
            layout(before),
            layout(after),
            UpgradeSpec.NONE,
            new Baseline.Stored(1, 1),
            Map.of(),
            "after.yaml",
            StoredFacts.NONE));
  }

  private static Layout layout(Path file) {
    Read read =
        new PipelineReader(name -> Optional.empty(), CONNECTORS).read(file, ReadOptions.NONE);
    return Layouts.of(
        PipelineCompiler.compile(read.pipeline().orElseThrow(), CONNECTORS, read.found()));
  }

  /** What accepts the changes that shift results. */
  private static String accepted(Comparison comparison) {
    String ids =
        comparison.changes().stream()
            .filter(c -> c.verdict() == Verdict.SHIFTS_RESULTS)
            .map(c -> "\"" + c.id() + "\"")
            .collect(Collectors.joining(", "));
    return ids.isEmpty() ? "" : "upgrade: {accept: [" + ids + "]}\n";
  }

  /** The suite with what is expected written under its steps; one that is refused ends there. */
  private static String withExpectations(String suite, Expected expected) {
    StringBuilder text = new StringBuilder();
    int after = -1;
    for (String step : suite.split("(?m)^(?=      - )")) {
      if (step.startsWith("      - restart")) {
        after = 0;
        boolean refused = expected.verdict().equals("refused");
        text.append(refused ? step.stripTrailing() + "\n        expect: {refused: TM503}\n" : step);
        if (refused) {
          return text.toString();
        }
      } else if (after >= 0) {
        text.append(step.stripTrailing())
            .append("\n        expect: {out: ")
            .append(expected.rows().get(after++))
            .append("}\n");
      } else {
        text.append(step);
      }
    }
    assertThat(expected.rows()).as("steps after the restart").hasSize(after);
    return text.toString();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
