package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.yaml.snakeyaml.Yaml;

/** {@code lint --checkpoint} and {@code lint --against}, over a pipeline that ran once. */
class LintCheckpointTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: shop
      sources:
        orders:
          file: {path: in, format: ndjson}
          columns: {shop: string, at: timestamp, amount: bigint}
          watermark: {column: at, delay: 10 minutes}
      steps:
        kept: {from: orders, filter: amount > 0}
        sales:
          from: kept
          aggregate:
            window: {tumbling: 5 minutes}
            by: [shop, amount]
            compute: {n: count(*), low: min(amount)}
      sinks:
        out: {from: sales, file: {path: out, format: ndjson}}
      checkpoint: checkpoint
      """;

  @TempDir private Path folder;

  @BeforeEach
  void runOnce() throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("in/1.ndjson"),
        "{\"shop\":\"a\",\"at\":\"2026-01-01T12:00:00Z\",\"amount\":7}\n");
    assertThat(CliRun.of("run", "--progress", "none", write("p.yaml", PIPELINE)).end())
        .isEqualTo(ExitCode.DONE);
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private CliRun lint(String text, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("lint", write("q.yaml", text)));
    all.addAll(List.of("--checkpoint", folder.resolve("checkpoint").toString()));
    all.addAll(List.of(options));
    return CliRun.of(all.toArray(String[]::new));
  }

  private static String changed(String... replacements) {
    String text = PIPELINE;
    for (int i = 0; i < replacements.length; i += 2) {
      assertThat(text).contains(replacements[i]);
      text = text.replace(replacements[i], replacements[i + 1]);
    }
    return text;
  }

  @Test
  void pipelineThatMeansTheSameIsFine() throws IOException {
    CliRun run = lint(changed("count(*)", "COUNT( * )", "5 minutes", "300s"));
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("(generation 1, batch 1): nothing changed in meaning\n");
  }

  @Test
  void eachChangeIsShownWithBothPlacesReasonAndWaysOut() throws IOException {
    CliRun run = lint(changed("5 minutes", "1 hour", "amount > 0", "amount > 5"));
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.out())
        .contains(
            "q.yaml:13:7: refused TM503: steps.sales.window: the window was `tumbling 5 minutes`,"
                + " is `tumbling 1 hour`\n",
            "   13 |       window: {tumbling: 1 hour}\n",
            "      | recorded in generation 1, last with batch 1\n",
            "      | way out: let what is open close by the old definition:"
                + " `upgrade: {drain: [sales]}`\n",
            "q.yaml:9:3: shifts_results TM510: steps.sales.input: ",
            "1 refused, 1 shifts_results; policy standard lets 2 not through\n");
  }

  @Test
  void policyDecidesAndSingleChangesMayBeAccepted() throws IOException {
    String shifts = changed("amount > 0", "amount > 5");
    assertThat(lint(shifts).end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(lint(shifts, "--policy", "lenient").end()).isEqualTo(ExitCode.DONE);
    assertThat(lint(shifts, "--accept", "steps.sales.input").end()).isEqualTo(ExitCode.DONE);
    assertThat(lint(shifts, "--accept", "steps.sales").end()).isEqualTo(ExitCode.INCOMPATIBLE);
    String accepted = shifts + "upgrade: {accept: [steps.sales.input]}\n";
    assertThat(lint(accepted).end()).isEqualTo(ExitCode.DONE);
    assertThat(lint(accepted, "--policy", "strict").end()).isEqualTo(ExitCode.DONE);
    String migrates = changed("low: min(amount)", "low: min(amount), high: max(amount)");
    assertThat(lint(migrates).end()).isEqualTo(ExitCode.DONE);
    assertThat(lint(migrates, "--policy", "strict").end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(lint(changed("by: [shop, ", "by: ["), "--policy", "lenient").end())
        .isEqualTo(ExitCode.INCOMPATIBLE);
  }

  @Test
  void entryThatDoesNothingIsAWarning() throws IOException {
    CliRun run =
        lint(
            PIPELINE
                + """
                upgrade:
                  accept: [steps.sales.input]
                  moved: [{from: steps.old, to: steps.sales}]
                  drain: [sales]
                  restart: [orders]
                  added: {steps.sales.n: from_now}
                """);
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out().lines().filter(line -> line.contains("warning TM513"))).hasSize(5);
  }

  @Test
  void jsonHoldsEveryChange() throws IOException {
    CliRun run = lint(changed("low: min(amount)", "low: max(amount)"), "--format", "json");
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    Object change = at(new Yaml().load(run.out()), "changes", 0);
    assertThat(at(change, "id")).isEqualTo("steps.sales.low.expression");
    assertThat(at(change, "subject")).isEqualTo("steps.sales.low");
    assertThat(at(change, "change")).isEqualTo("`low` was `min(amount)`, is `max(amount)`");
    assertThat(at(change, "verdict")).isEqualTo("refused");
    assertThat(at(change, "reason")).asString().isNotBlank();
    assertThat((List<?>) at(change, "ways_out")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(at(change, "line")).isEqualTo(15);
    assertThat(at(change, "recorded")).isEqualTo(Map.of("generation", 1, "batch", 1));
  }

  /** A part of a document: JSON is YAML, too. */
  private static Object at(Object document, Object... path) {
    Object at = document;
    for (Object step : path) {
      at = step instanceof Integer index ? ((List<?>) at).get(index) : ((Map<?, ?>) at).get(step);
    }
    return at;
  }

  @Test
  void sarifNamesRulesLevelsAndRegions() throws IOException {
    CliRun run =
        lint(
            changed("low: min(amount)", "low: max(amount)", "n: count(*)", "m: count(*)"),
            "--format",
            "sarif");
    Object log = new Yaml().load(run.out());
    assertThat(at(log, "version")).isEqualTo("2.1.0");
    List<String> levels = new ArrayList<>();
    for (Object result : (List<?>) at(log, "runs", 0, "results")) {
      Object rule = at(log, "runs", 0, "tool", "driver", "rules", at(result, "ruleIndex"), "id");
      assertThat(at(result, "ruleId")).isEqualTo(rule);
      levels.add(at(result, "level") + " " + at(result, "kind"));
      Object place = at(result, "locations", 0, "physicalLocation");
      assertThat((Integer) at(place, "region", "startLine")).isPositive();
      assertThat(at(place, "artifactLocation", "uri")).asString().endsWith("/q.yaml");
    }
    assertThat(levels).containsExactly("error fail", "none pass");
  }

  @Test
  void githubCommandsStandAtTheLines() throws IOException {
    CliRun run =
        lint(
            changed("low: min(amount)", "low: min(amount), high: max(amount)"),
            "--format",
            "github");
    assertThat(run.out()).startsWith("::notice file=").contains("q.yaml,line=15,", "%0A");
    assertThat(run.out().lines()).hasSize(1);
  }

  @Test
  void junitIsXmlWithAFailureForEachChangeThatFails() throws Exception {
    CliRun run = lint(changed("amount > 0", "amount < 5"), "--format", "junit");
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(run.out().getBytes(StandardCharsets.UTF_8)));
    assertThat(xml.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    assertThat(xml.getElementsByTagName("failure").item(0).getAttributes().getNamedItem("type"))
        .extracting(org.w3c.dom.Node::getNodeValue)
        .isEqualTo("TM510");
  }

  @Test
  void scanProvesThatNarrowerTypesHoldAllThatIsStored() throws IOException {
    String narrow = changed("amount: bigint", "amount: int");
    assertThat(lint(narrow).end()).isEqualTo(ExitCode.INCOMPATIBLE);
    CliRun fits = lint(narrow, "--scan-state");
    assertThat(fits.end()).as(fits.out()).isEqualTo(ExitCode.DONE);
    assertThat(fits.out()).contains("every stored key is one of the new type");

    Files.writeString(
        folder.resolve("in/2.ndjson"),
        "{\"shop\":\"b\",\"at\":\"2026-01-01T12:00:01Z\",\"amount\":3000000000}\n");
    assertThat(CliRun.of("run", "--progress", "none", folder.resolve("p.yaml").toString()).end())
        .isEqualTo(ExitCode.DONE);
    assertThat(lint(narrow, "--scan-state").end()).isEqualTo(ExitCode.INCOMPATIBLE);
  }

  @Test
  void scanProvesThatNoKeyIsNull() throws IOException {
    String required = changed("shop: string", "shop: string not null");
    assertThat(lint(required).end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(lint(required, "--scan-state").end()).isEqualTo(ExitCode.DONE);
    Files.writeString(
        folder.resolve("in/2.ndjson"), "{\"at\":\"2026-01-01T12:00:01Z\",\"amount\":3}\n");
    assertThat(CliRun.of("run", "--progress", "none", folder.resolve("p.yaml").toString()).end())
        .isEqualTo(ExitCode.DONE);
    assertThat(lint(required, "--scan-state").end()).isEqualTo(ExitCode.INCOMPATIBLE);
  }

  @Test
  void projectThatWasMovedIsRecognisedAndOtherDataIsNot() throws IOException {
    Path moved = folder.resolve("elsewhere");
    copy(folder.resolve("checkpoint"), moved.resolve("checkpoint"));
    copy(folder.resolve("in"), moved.resolve("in"));
    Files.writeString(moved.resolve("p.yaml"), PIPELINE);
    CliRun together =
        CliRun.of(
            "lint",
            moved.resolve("p.yaml").toString(),
            "--checkpoint",
            moved.resolve("checkpoint").toString());
    assertThat(together.out()).contains("nothing changed in meaning");
    CliRun otherData =
        CliRun.of(
            "lint",
            moved.resolve("p.yaml").toString(),
            "--checkpoint",
            folder.resolve("checkpoint").toString());
    assertThat(otherData.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(otherData.out()).contains("refused TM503: sources.orders.target");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  @Test
  void anotherFileIsComparedWithItsPlaces() throws IOException {
    String now = write("q.yaml", changed("5 minutes", "1 hour"));
    CliRun run = CliRun.of("lint", now, "--against", folder.resolve("p.yaml").toString());
    assertThat(run.end()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.out()).contains("recorded in " + folder.resolve("p.yaml") + ":13:7");
    CliRun same = CliRun.of("lint", now, "--against", now);
    assertThat(same.end()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void commitIsComparedWithTheFileAsItIs() throws Exception {
    git("init", "-q");
    git("add", "p.yaml");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "one");
    String file = write("p.yaml", changed("low: min(amount)", "low: max(amount)"));
    CliRun run = CliRun.of("lint", file, "--against", "git:HEAD");
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.INCOMPATIBLE);
    assertThat(run.out()).contains("steps.sales.low.expression", "recorded in HEAD:");
    assertThat(CliRun.of("lint", file, "--against", "git:none").err()).contains("TM115", "`none`");
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void badUsageIsSaid() throws IOException {
    String file = folder.resolve("p.yaml").toString();
    assertThat(CliRun.of("lint", file, "--checkpoint", "a", "--against", "b").end())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(CliRun.of("lint", file, file, "--against", file).end())
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(lint(PIPELINE, "--policy", "loose").err()).contains("strict, standard, lenient");
    assertThat(CliRun.of("lint", file, "--checkpoint", folder.toString()).err())
        .contains("error TM506");
    CliRun broken = lint(changed("amount > 0", "amunt > 0"));
    assertThat(broken.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(broken.out()).contains("TM304").doesNotContain("against");
  }
}
