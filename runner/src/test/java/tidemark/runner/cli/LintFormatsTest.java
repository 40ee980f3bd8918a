package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import tidemark.runner.language.Schemas;
import tidemark.runner.yaml.Secrets;

/** The formats that other tools read, over every fixture that has findings. */
class LintFormatsTest {
  private static final String FIXTURES = "src/test/resources/lint";

  @Test
  void sarifFitsItsSchema() throws IOException {
    JsonNode report = Schemas.tree(CliRun.of("lint", "--format", "sarif", FIXTURES).out());
    assertThat(Schemas.of(sarif()).findings(report)).isEmpty();
    assertThat(report.at("/runs/0/results")).hasSizeGreaterThan(100);
    assertThat(report.at("/runs/0/tool/driver/rules")).hasSizeGreaterThan(40);
  }

  private static JsonNode sarif() throws IOException {
    try (InputStream in =
        com.contrastsecurity.sarif.SarifSchema210.class.getResourceAsStream(
            "/schema/sarif-schema-2.1.0.json")) {
      return Schemas.tree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void everyFormatHasEveryFinding() throws Exception {
    String json = CliRun.of("lint", "--format", "json", FIXTURES).out();
    int findings = Schemas.tree(json).get("diagnostics").size();
    String github = CliRun.of("lint", "--format", "github", FIXTURES).out();
    assertThat(github.lines()).hasSize(findings);
    assertThat(github.lines()).allMatch(line -> line.matches("::(error|warning) file=[^ ]+.*::.+"));
    byte[] junit =
        CliRun.of("lint", "--format", "junit", FIXTURES).out().getBytes(StandardCharsets.UTF_8);
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(junit));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("testsuites");
    String text = CliRun.of("lint", FIXTURES).out();
    assertThat(text.lines().filter(line -> line.matches(".*: (error|warning) TM\\d{3}: .*")))
        .hasSize(findings);
  }

  @Test
  void aTerminalGetsColoursUnlessTheUserWantsNone() {
    String file = FIXTURES + "/TM304/bad.yaml";
    assertThat(onTerminal(Map.of("TERM", "xterm"), file)).contains("\u001b[1;31merror TM304");
    assertThat(onTerminal(Map.of("TERM", "xterm", "NO_COLOR", "1"), file)).doesNotContain("\u001b");
    assertThat(onTerminal(Map.of("TERM", "dumb"), file)).doesNotContain("\u001b");
    assertThat(CliRun.of("lint", file).out()).doesNotContain("\u001b");
  }

  private static String onTerminal(Map<String, String> env, String file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, env, 0, 80, new Secrets(), new Stopping());
    assertThat(Cli.run(new String[] {"lint", file}, console)).isEqualTo(ExitCode.BAD_INPUT);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theHookOfPreCommitStartsTheLauncher() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", ".."));
    JsonNode hook = Schemas.yaml(Files.readString(root.resolve(".pre-commit-hooks.yaml"))).get(0);
    assertThat(root.resolve(hook.get("entry").asText())).isExecutable();
    assertThat(hook.get("language").asText()).isEqualTo("script");
    assertThat(hook.get("args").get(0).asText()).isEqualTo("lint");
    String names = hook.get("files").asText();
    assertThat("pipelines/a/pipeline.yaml").containsPattern(names);
    assertThat("a/traffic.test.yaml").containsPattern(names);
    assertThat("a/docker-compose.yaml").doesNotContainPattern(names);
  }
}
