package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;
import tidemark.operators.expr.function.LeftOut;

/**
 * The tables of {@code LANGUAGE.md} that stand between {@code <!-- generated: NAME -->} and {@code
 * <!-- end -->} are what the code says. With {@code -Dgolden.update} they are written.
 */
class LanguagePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("tidemark.root", "..")).resolve("runner/LANGUAGE.md");
  private static final Path READERS = Path.of("src/main/java/tidemark/runner/reader");
  private static final Pattern KEY =
      Pattern.compile("(?:find|require|put|commonKey\\(chosen,)\\(?\\s?\"([a-z_]+)\"");
  private static final Set<String> BELOW_REFUSED =
      Set.of("left", "right", "type", "source", "cache", "max_rows", "expire_after", "within");
  private static final Pattern GENERATED =
      Pattern.compile("(<!-- generated: ([a-z ]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  @Test
  void tablesAreWhatTheCodeSays() throws IOException {
    String page = Files.readString(PAGE);
    Map<String, String> tables = tables();
    if (System.getProperty("golden.update") != null) {
      page =
          GENERATED
              .matcher(page)
              .replaceAll(
                  part ->
                      Matcher.quoteReplacement(
                          part.group(1) + tables.getOrDefault(part.group(2), "") + part.group(4)));
      Files.writeString(PAGE, page);
    }
    Map<String, String> found = new LinkedHashMap<>();
    GENERATED.matcher(page).results().forEach(m -> found.put(m.group(2), m.group(3)));
    assertThat(found.keySet()).isEqualTo(tables.keySet());
    tables.forEach(
        (name, table) ->
            assertThat(found.get(name).lines().toList())
                .as("%s; -Dgolden.update writes it", name)
                .isEqualTo(table.lines().toList()));
  }

  @Test
  void everyKeyOfTheReaderIsOnThePage() throws IOException {
    String page = Files.readString(PAGE);
    for (String key : keys()) {
      assertThat(page).as("key %s", key).containsPattern("[`{ (]" + key + "[`:,} ]");
    }
  }

  /** The keys that the readers ask for, but those below what this version refuses. */
  private static SortedSet<String> keys() throws IOException {
    SortedSet<String> keys = new TreeSet<>();
    try (Stream<Path> readers = Files.list(READERS)) {
      for (Path reader : readers.toList()) {
        String name = reader.getFileName().toString();
        if (!name.equals("StatefulReader.java") && !name.equals("UpgradeReader.java")) {
          KEY.matcher(Files.readString(reader)).results().forEach(m -> keys.add(m.group(1)));
        }
      }
    }
    keys.removeAll(BELOW_REFUSED);
    assertThat(keys).hasSizeGreaterThan(70);
    return keys;
  }

  private static Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put("file source", options(connector("file").sourceOptions()));
    tables.put("jdbc source", options(connector("jdbc").sourceOptions()));
    tables.put("kafka source", options(connector("kafka").sourceOptions()));
    tables.put("rate source", options(connector("rate").sourceOptions()));
    tables.put("socket source", options(connector("socket").sourceOptions()));
    tables.put("file sink", options(connector("file").sinkOptions()));
    tables.put("jdbc sink", options(connector("jdbc").sinkOptions()));
    tables.put("kafka sink", options(connector("kafka").sinkOptions()));
    tables.put("http sink", options(connector("http").sinkOptions()));
    tables.put("exec sink", options(connector("exec").sinkOptions()));
    tables.put("console sink", options(connector("console").sinkOptions()));
    tables.put("functions", functions());
    tables.put("left out", leftOut());
    tables.put("aggregates", aggregates());
    return tables;
  }

  private static Connector connector(String name) {
    return PipelineFiles.installed().stream()
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String options(List<OptionSpec> options) {
    StringBuilder table = new StringBuilder("| key | form | meaning; default |\n|---|---|---|\n");
    for (OptionSpec option : options) {
      row(
          table,
          "`" + option.name() + "`" + (option.required() ? ", required" : ""),
          option.allowed().isEmpty()
              ? word(option.kind())
              : "`" + String.join("`, `", option.allowed()) + "`",
          option.meaning());
    }
    return table.toString();
  }

  private static String word(OptionKind kind) {
    return switch (kind) {
      case TEXT, SECRET -> "text";
      case NAMES, TEXTS -> "`[a, b]`";
      case PAIRS -> "`{name: text}`";
      case PATH, FOLDER -> "path";
      case COUNT -> "number";
      case BOOLEAN -> "`true`, `false`";
      case SIZE -> "size";
      case CHARACTER -> "character";
      case DURATION -> "duration";
    };
  }

  private static String functions() {
    StringBuilder table = new StringBuilder("| call | meaning | example |\n|---|---|---|\n");
    Catalogue.spark().functions().stream()
        .sorted(Comparator.comparing(FunctionDefinition::signature))
        .forEach(
            f ->
                row(
                    table,
                    call(f.signature(), f.names()),
                    f.meaning(),
                    "`" + f.exampleCall() + "` → `" + f.exampleResult() + "`"));
    return table.toString();
  }

  private static String leftOut() {
    StringBuilder table =
        new StringBuilder("| functions of Spark | why not | instead |\n|---|---|---|\n");
    for (LeftOut group : LeftOut.all()) {
      row(
          table,
          "`" + String.join("` `", group.sortedNames()) + "`",
          group.reason(),
          group.wayOut());
    }
    return table.toString();
  }

  private static String aggregates() {
    StringBuilder table = new StringBuilder("| call | meaning |\n|---|---|\n");
    new AggregateCatalogue()
        .descriptions()
        .forEach(f -> row(table, call(f.signature(), f.names()), f.meaning()));
    return table.toString();
  }

  private static String call(String signature, List<String> names) {
    String others =
        names.stream()
            .filter(name -> Character.isLetter(name.charAt(0)))
            .filter(name -> !signature.startsWith(name + "("))
            .collect(Collectors.joining("`, `"));
    return "`" + signature + "`" + (others.isEmpty() ? "" : ", also `" + others + "`");
  }

  private static void row(StringBuilder table, String... cells) {
    for (String cell : cells) {
      table.append("| ").append(cell.replace("|", "\\|")).append(' ');
    }
    table.append("|\n");
  }
}
