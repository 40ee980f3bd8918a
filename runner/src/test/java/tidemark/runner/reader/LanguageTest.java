package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.language.JsonSchema;
import tidemark.runner.language.Key;
import tidemark.runner.language.Language;
import tidemark.runner.language.Schemas;
import tidemark.runner.language.Shape;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlNode;

/**
 * The language as data is the language that the readers read: the same keys in every mapping, and
 * after any one change of a file the same answer to whether its structure is right.
 */
class LanguageTest {
  private static final String STRANGER = "qqqqqqqqqqqq";
  private static final Shape.Mapping PIPELINE = Language.pipeline(Connectors.ALL);
  private static final Shape.Mapping SUITE = Language.suite(Connectors.ALL);

  /** Every how manieth change is looked at; 1 takes half a minute. */
  private static final int STRIDE = Integer.getInteger("tidemark.stride", 5);

  /** What a schema can see. */
  private static final Set<Code> STRUCTURE =
      Set.of(
          Code.TM103,
          Code.TM104,
          Code.TM105,
          Code.TM106,
          Code.TM107,
          Code.TM110,
          Code.TM111,
          Code.TM114,
          Code.TM404,
          Code.TM405,
          Code.TM116);

  /** Messages about how two places of a file fit together, which a schema cannot see. */
  private static final List<String> BETWEEN_PLACES =
      List.of(
          "has dead letters, and there is no place",
          "`refresh` belongs to a static source",
          "the sink of `late_rows` is given late rows only",
          "a union has at least two inputs",
          "a step that does not run cannot expect",
          "does nothing",
          "two tests are named",
          "the key `from` is missing in `sinks.",
          "the time zone `");

  /** One of several files cannot be several files; the reader says so in words of its own. */
  private static final String ONE_OF_SEVERAL = "file_input";

  private static List<Diagnostic> read(String text, Shape.Mapping language) {
    PipelineReader pipelines = new PipelineReader(n -> Optional.empty(), Connectors.ALL);
    if (!language.name().equals(SUITE.name())) {
      return pipelines.read(text, Path.of("p.yaml"), Path.of("/x"), ReadOptions.NONE).report();
    }
    SuiteRead read = new SuiteReader().read(text, Path.of("s.yaml"), Path.of("/x"));
    List<Diagnostic> found = new ArrayList<>(read.report());
    read.suite()
        .ifPresent(
            suite ->
                inline(suite)
                    .map(ref -> pipelines.read(ref, suite, read.texts(), ReadOptions.NONE))
                    .forEach(pipeline -> found.addAll(pipeline.report())));
    return found;
  }

  /** The pipelines that stand in a suite. */
  private static Stream<PipelineRef> inline(SuiteSpec suite) {
    Stream<PipelineRef> changed =
        suite.tests().stream()
            .flatMap(test -> test.steps().stream())
            .filter(TestStepSpec.Restart.class::isInstance)
            .flatMap(step -> ((TestStepSpec.Restart) step).pipeline().stream());
    return Stream.concat(Stream.of(suite.pipeline()), changed)
        .filter(PipelineRef.Inline.class::isInstance);
  }

  private static Tree tree(String text) {
    Diagnostics found = new Diagnostics();
    YamlNode root = YamlComposer.compose(new SourceText("x", text), found).root().orElseThrow();
    return Tree.of(root);
  }

  @Test
  void everyMappingHasTheKeysThatItsReaderAsksFor() {
    Map<String, Set<String>> known = new TreeMap<>();
    Map<String, Shape.Mapping> shapes = new HashMap<>();
    Map.of(Texts.PIPELINE, PIPELINE, Texts.SUITE, SUITE, Texts.OTHERS, PIPELINE)
        .forEach(
            (text, language) ->
                tree(text)
                    .mappings(language)
                    .forEach(
                        place -> {
                          shapes.put(place.shape().name(), place.shape());
                          known
                              .computeIfAbsent(place.shape().name(), n -> new TreeSet<>())
                              .addAll(keysOf(place, language));
                        }));
    shapes.forEach(
        (name, shape) -> {
          if (shape.others().isEmpty() && !name.equals(ONE_OF_SEVERAL)) {
            assertThat(known.get(name))
                .as(name)
                .isEqualTo(
                    shape.keys().stream()
                        .map(Key::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
          }
        });
    assertThat(shapes.keySet()).containsAll(names(PIPELINE)).containsAll(names(SUITE));
  }

  /** The keys that the reader names when it meets a stranger, and those of ours that it takes. */
  private static Set<String> keysOf(Tree.Place place, Shape.Mapping language) {
    Set<String> keys = new TreeSet<>();
    stranger(place.withKey(STRANGER), STRANGER, language)
        .map(d -> d.hint().orElseThrow().replaceFirst("(?s)^.*known here: ", ""))
        .ifPresent(list -> keys.addAll(Arrays.asList(list.split(", "))));
    for (Key key : place.shape().keys()) {
      boolean asked = keys.contains(key.name()) || place.node().containsKey(key.name());
      if (!asked && stranger(place.withKey(key.name()), key.name(), language).isEmpty()) {
        keys.add(key.name());
      }
    }
    return keys;
  }

  private static Optional<Diagnostic> stranger(String text, String key, Shape.Mapping language) {
    return read(text, language).stream()
        .filter(d -> d.code() == Code.TM103)
        .filter(d -> d.message().startsWith("the key `" + key + "` is not known here"))
        .findFirst();
  }

  private static Set<String> names(Shape shape) {
    Set<String> names = new TreeSet<>();
    collect(shape, names);
    return names;
  }

  private static void collect(Shape shape, Set<String> names) {
    if (shape instanceof Shape.Mapping mapping && names.add(mapping.name())) {
      mapping.keys().forEach(key -> collect(key.shape(), names));
    } else if (shape instanceof Shape.Items items) {
      collect(items.item(), names);
    } else if (shape instanceof Shape.Names map) {
      collect(map.value(), names);
    } else if (shape instanceof Shape.Either either) {
      either.shapes().forEach(s -> collect(s, names));
    }
  }

  @Test
  void afterAnyOneChangeSchemaAndReaderAgree() {
    List<String> differences = new ArrayList<>();
    int changes = 0;
    for (Shape.Mapping language : List.of(PIPELINE, SUITE)) {
      Schemas schema = Schemas.of(Schemas.tree(JsonSchema.of(language, "https://x/x.json")));
      List<String> texts =
          language.name().equals(SUITE.name())
              ? List.of(Texts.SUITE)
              : List.of(Texts.PIPELINE, Texts.OTHERS);
      for (String text : texts) {
        List<Tree.Change> all = tree(text).changes();
        for (int i = 0; i < all.size(); i += STRIDE) {
          Tree.Change change = all.get(i);
          List<String> structure =
              read(change.text(), language).stream()
                  .filter(d -> STRUCTURE.contains(d.code()))
                  .map(d -> d.code() + " " + d.message())
                  .filter(m -> BETWEEN_PLACES.stream().noneMatch(m::contains))
                  .toList();
          List<String> findings = schema.findings(Schemas.yaml(change.text()));
          changes++;
          if (structure.isEmpty() != findings.isEmpty()) {
            differences.add(change.what() + "\n  reader: " + structure + "\n  schema: " + findings);
          }
        }
      }
    }
    assertThat(String.join("\n", differences)).isEmpty();
    assertThat(changes).isGreaterThan(1_500 / STRIDE);
  }
}
