package tidemark.runner.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tidemark.operators.connector.Connector;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;

/**
 * {@code schemas/*.schema.json} are what the language says, and take every file that Tidemark
 * takes. With {@code -Dgolden.update} they are written.
 */
class SchemaFilesTest {
  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", ".."));
  private static final String PIPELINE = "pipeline.schema.json";
  private static final String SUITE = "test-suite.schema.json";

  private static String schema(String name) {
    Mapping root =
        name.equals(PIPELINE) ? Language.pipeline(connectors()) : Language.suite(connectors());
    return JsonSchema.of(root, "https://tidemark.dev/schemas/" + name);
  }

  private static List<Connector> connectors() {
    return ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  @TestFactory
  Stream<DynamicTest> theFileIsWhatTheLanguageSays() {
    return Stream.of(PIPELINE, SUITE)
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      Path file = ROOT.resolve("schemas").resolve(name);
                      if (System.getProperty("golden.update") != null) {
                        Files.writeString(file, schema(name));
                      }
                      assertThat(Files.readString(file))
                          .as("-Dgolden.update writes it")
                          .isEqualTo(schema(name));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> theFileIsASchema() {
    var draft =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
            .getSchema(java.net.URI.create("http://json-schema.org/draft-07/schema"));
    return Stream.of(PIPELINE, SUITE)
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name, () -> assertThat(draft.validate(Schemas.tree(schema(name)))).isEmpty()));
  }

  @Test
  void everyExampleFitsItsKeyAndEveryKeyIsExplained() {
    for (String name : List.of(PIPELINE, SUITE)) {
      JsonNode root = Schemas.tree(schema(name));
      List<JsonNode> mappings = new ArrayList<>(List.of(root));
      root.get("definitions").forEach(mappings::add);
      int examples = 0;
      for (JsonNode mapping : mappings) {
        for (var key : mapping.get("properties").properties()) {
          assertThat(key.getValue().get("description").asText()).as(key.getKey()).endsWith(".");
          examples += examplesFit(root, key.getKey(), key.getValue());
        }
      }
      assertThat(examples).isGreaterThan(60);
    }
  }

  private static int examplesFit(JsonNode root, String key, JsonNode shape) {
    ObjectNode alone = shape.deepCopy();
    alone.set("definitions", root.get("definitions"));
    Schemas schema = Schemas.of(alone);
    int examples = 0;
    for (JsonNode example : alone.withArray("examples")) {
      assertThat(schema.findings(example)).as("%s: %s", key, example).isEmpty();
      examples++;
    }
    return examples;
  }

  @TestFactory
  Stream<DynamicTest> everyGoodFileFits() throws IOException {
    Schemas pipelines = Schemas.of(Schemas.tree(schema(PIPELINE)));
    Schemas suites = Schemas.of(Schemas.tree(schema(SUITE)));
    return files().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.toString(),
                    () -> {
                      JsonNode document = Schemas.yaml(Files.readString(file));
                      boolean suite = document.has("tests");
                      assertThat((suite ? suites : pipelines).findings(document)).isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> aFileOfWrongStructureIsMarked() {
    Schemas pipelines = Schemas.of(Schemas.tree(schema(PIPELINE)));
    return Stream.of("TM103", "TM104", "TM105", "TM106", "TM107", "TM110", "TM111", "TM114")
        .map(code -> Path.of("src/test/resources/lint", code, "bad.yaml"))
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.toString(),
                    () ->
                        assertThat(pipelines.findings(Schemas.yaml(Files.readString(file))))
                            .isNotEmpty()));
  }

  /** The examples, the good fixtures, and the recorded cases where they are present. */
  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    add(files, ROOT.resolve("pipelines"), ".yaml");
    add(files, Path.of("src/test/resources/lint"), "good.yaml");
    add(files, Path.of("src/test/resources/upgrades"), ".test.yaml");
    add(files, ROOT.resolve("../shared/golden"), ".test.yaml");
    files.removeIf(file -> !isTaken(file));
    assertThat(files).hasSizeGreaterThan(80);
    return files;
  }

  /**
   * Whether the file is a suite, or a pipeline of connectors that are installed. Suites about a
   * pipeline that is refused may hold one that the schema refuses too.
   */
  private static boolean isTaken(Path file) {
    if (file.toString().endsWith(".test.yaml")) {
      return !file.getParent().endsWith("refused");
    }
    Read read =
        new PipelineReader(name -> Optional.of("x"), connectors()).read(file, ReadOptions.NONE);
    return !read.found().hasErrors();
  }

  private static void add(List<Path> files, Path folder, String end) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(f -> f.toString().endsWith(end)).sorted().forEach(files::add);
      }
    }
  }
}
