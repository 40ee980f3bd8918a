package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import tidemark.runner.language.Schemas;

class ExplainFormatsTest {
  private static final Path PIPELINES =
      Path.of(System.getProperty("tidemark.root", "..")).resolve("pipelines");
  private static final String TRAFFIC = PIPELINES.resolve("site-traffic/pipeline.yaml").toString();

  private static String explain(String format, String file) {
    CliRun run = CliRun.of("explain", "--format", format, file);
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    return run.out();
  }

  @Test
  void mermaidDrawsEveryNodeAndArrow() {
    assertThat(explain("mermaid", TRAFFIC))
        .isEqualTo(
            """
            flowchart LR
              n_sources_access(["access<br/>scan"])
              n_sources_access_watermark["access.watermark<br/>watermark"]
              n_steps_traffic[("traffic<br/>aggregate")]
              n_sinks_out[/"out<br/>write"/]
              n_sources_access --> n_sources_access_watermark
              n_sources_access_watermark --> n_steps_traffic
              n_steps_traffic --> n_sinks_out
            """);
  }

  @Test
  void dotDrawsEveryNodeAndArrow() {
    assertThat(explain("dot", TRAFFIC))
        .startsWith("digraph \"site-traffic\" {")
        .contains("\"steps.traffic\" [shape=cylinder, label=\"traffic\\naggregate\"];")
        .contains("\"steps.traffic\" -> \"sinks.out\";")
        .endsWith("}\n");
  }

  @Test
  void everyExampleCanBeDrawnAndSaysTheSameInEveryFormat() throws Exception {
    for (Path file : pipelines()) {
      JsonNode json = Schemas.tree(explain("json", file.toString()));
      int nodes = json.get("nodes").size();
      int arrows = 0;
      for (JsonNode node : json.get("nodes")) {
        arrows += node.get("inputs").size();
        assertThat(node.get("columns")).isNotEmpty();
      }
      Document svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(
                  new ByteArrayInputStream(
                      explain("svg", file.toString()).getBytes(StandardCharsets.UTF_8)));
      assertThat(svg.getElementsByTagName("g").getLength()).isEqualTo(nodes);
      assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(arrows + 1);
      assertThat(explain("mermaid", file.toString()).lines()).hasSize(1 + nodes + arrows);
    }
  }

  private static List<Path> pipelines() throws Exception {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> folders = Files.list(PIPELINES)) {
      folders
          .map(folder -> folder.resolve("pipeline.yaml"))
          // Its processor is compiled by another test.
          .filter(file -> Files.exists(file) && !file.toString().contains("user-sessions"))
          .sorted()
          .forEach(files::add);
    }
    assertThat(files).hasSizeGreaterThan(8);
    return files;
  }
}
