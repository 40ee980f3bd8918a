package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;

/**
 * All of yaml-test-suite, where it is present beside the project: each document is read as the
 * suite says, or refused with a place and a reason. The reasons stand in {@code
 * runner/ROBUSTNESS.md}.
 */
class YamlCorpusTest {
  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", ".."));
  private static final Path CORPUS = ROOT.resolve("../shared/data/corpus/yaml-test-suite");

  /** What the YAML parser reads otherwise; the page says how. */
  private static final Set<String> OTHERWISE = Set.of("HM87-1", "L24T-1");

  /** One document of the suite. */
  private record Case(String name, String yaml, boolean wrong, Optional<String> json) {}

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    if (!Files.isDirectory(CORPUS)) {
      return cases;
    }
    try (Stream<Path> files = Files.list(CORPUS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        cases.addAll(cases(file));
      }
    }
    return cases;
  }

  /** The suite's own files are plain enough to be read by what they test. */
  private static List<Case> cases(Path file) throws IOException {
    Diagnostics found = new Diagnostics();
    SourceText text = new SourceText(file.toString(), Files.readString(file));
    YamlNode root = YamlComposer.compose(text, found).root().orElseThrow();
    List<Case> cases = new ArrayList<>();
    for (YamlNode item : ((Sequence) root).items()) {
      Mapping one = (Mapping) item;
      Optional<String> yaml = scalar(one, "yaml").map(YamlCorpusTest::decoded);
      Optional<String> json = scalar(one, "json");
      boolean wrong = scalar(one, "fail").isPresent();
      String name = file.getFileName().toString().replace(".yaml", "") + "-" + cases.size();
      if (yaml.isPresent()) {
        cases.add(new Case(name, yaml.get(), wrong, json));
      }
    }
    return cases;
  }

  private static Optional<String> scalar(Mapping one, String key) {
    return one.find(key).map(node -> ((Scalar) node).text());
  }

  /** The suite writes signs that cannot be seen as others. */
  private static String decoded(String yaml) {
    return yaml.replace("␣", " ")
        .replaceAll("—*»", "\t")
        .replace("⇔", "\ufeff")
        .replace("↵", "")
        .replace("←", "\r")
        .replaceAll("∎\\n$", "");
  }

  @Test
  void everyDocumentIsReadAsTheSuiteSaysOrRefusedWithAReason() throws IOException {
    Map<String, int[]> table = new TreeMap<>();
    List<String> lost = new ArrayList<>();
    int read = 0;
    for (Case one : cases()) {
      Diagnostics found = new Diagnostics();
      SourceText text = new SourceText(one.name(), one.yaml().replaceFirst("^\ufeff", ""));
      YamlFile file =
          Assertions.assertTimeoutPreemptively(
              Duration.ofSeconds(30), () -> YamlComposer.compose(text, found), one.name());
      boolean taken = file.root().isPresent() && !found.hasErrors();
      assertThat(taken || found.hasErrors()).as(one.name()).isTrue();
      String group = taken ? "read" : reason(found.sorted().get(0));
      table.computeIfAbsent(group, g -> new int[2])[one.wrong() ? 1 : 0]++;
      if (taken && !one.wrong() && one.json().isPresent()) {
        read++;
        if (!OTHERWISE.contains(one.name()) && !same(one, file.root().get())) {
          lost.add(one.name() + "\n" + one.yaml());
        }
      }
    }
    assertThat(lost).isEmpty();
    if (!table.isEmpty()) {
      assertThat(read).isGreaterThan(90);
      GeneratedPage.compare("yaml", rows(table));
    }
  }

  private static String reason(Diagnostic first) {
    String message = first.message().replaceAll("`[^`]*`", "`…`").replaceAll("\\d+", "n");
    return first.code() + ": " + message.replace("|", "\\|");
  }

  private static String rows(Map<String, int[]> table) {
    StringBuilder text =
        new StringBuilder("| what becomes of it | valid YAML | not YAML |\n|---|---|---|\n");
    table.forEach(
        (group, counts) ->
            text.append("| %s | %d | %d |\n".formatted(group, counts[0], counts[1])));
    return text.toString();
  }

  /** Whether the tree holds what the suite's JSON holds. */
  private static boolean same(Case one, YamlNode root) throws IOException {
    JsonNode first = new ObjectMapper().readTree(one.json().orElseThrow());
    return first.isMissingNode() || same(first, root);
  }

  private static boolean same(JsonNode json, YamlNode node) {
    if (node instanceof Mapping mapping) {
      boolean same = json.isObject() && json.size() == mapping.entries().size();
      for (Entry entry : mapping.entries()) {
        same =
            same
                && json.has(entry.key().text())
                && same(json.get(entry.key().text()), entry.value());
      }
      return same;
    }
    if (node instanceof Sequence list) {
      boolean same = json.isArray() && json.size() == list.items().size();
      for (int i = 0; same && i < list.items().size(); i++) {
        same = same(json.get(i), list.items().get(i));
      }
      return same;
    }
    Scalar scalar = (Scalar) node;
    if (json.isNull()) {
      return scalar.isNull();
    }
    if (json.isNumber() && scalar.style() == YamlNode.Style.PLAIN) {
      return number(scalar.text(), json);
    }
    return json.isTextual()
        ? json.asText().equals(scalar.text())
        : json.asText().equals(scalar.text());
  }

  private static boolean number(String text, JsonNode json) {
    try {
      String plain =
          text.startsWith("0o") ? Long.toString(Long.parseLong(text.substring(2), 8)) : text;
      String decimal = plain.startsWith("0x") ? Long.toString(Long.decode(plain)) : plain;
      return DecimalNode.valueOf(new java.math.BigDecimal(decimal.replace("_", "")))
              .decimalValue()
              .compareTo(json.decimalValue())
          == 0;
    } catch (NumberFormatException notPlain) {
      return json.asText().equals(text);
    }
  }
}
