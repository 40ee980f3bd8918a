package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectedCodes;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SuiteSpec;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.spec.TestSpec.Match;
import tidemark.runner.spec.TestSpec.Order;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.yaml.IgnoreComments;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlFile;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlPath;

/** Reads test-suite files. Nothing is substituted outside the pipeline that stands in one. */
public final class SuiteReader {
  /**
   * Reads a file.
   *
   * @param file the path as the user wrote it
   */
  public SuiteRead read(Path file) {
    Reading reading = reading(file, Reading.folderOf(file));
    return Reading.load(file, file, Span.ofFile(file.toString()), reading.found())
        .map(text -> read(text, reading))
        .orElseGet(
            () ->
                new SuiteRead(
                    Optional.empty(), reading.found(), reading.texts(), Optional.empty()));
  }

  /**
   * Reads a text.
   *
   * @param file the name that places show
   * @param folder what relative paths are relative to
   */
  public SuiteRead read(String text, Path file, Path folder) {
    Reading reading = reading(file, folder.toAbsolutePath().normalize());
    return read(new SourceText(file.toString(), text), reading);
  }

  private static Reading reading(Path shown, Path folder) {
    return new Reading(shown, folder, new Diagnostics(), new SourceTexts(), new Secrets());
  }

  private static SuiteRead read(SourceText text, Reading reading) {
    reading.texts().add(text);
    YamlFile file = YamlComposer.compose(text, reading.found());
    Optional<SuiteSpec> suite =
        file.root().flatMap(root -> new Parts(reading).suite(root, text.span(0, 1)));
    return new SuiteRead(
        suite, reading.found(), reading.texts(), Optional.of(IgnoreComments.of(file)));
  }

  /** Reads the parts of one suite. */
  private static final class Parts {
    private final Reading reading;
    private final Values values;
    private final ExpectReader expectations;
    private final TestStepReader steps;

    Parts(Reading reading) {
      this.reading = reading;
      this.values = new Values(reading);
      this.expectations = new ExpectReader(reading);
      this.steps = new TestStepReader(reading);
    }

    /** A pipeline has its sources at the top, a suite none. */
    private static boolean isPipeline(Mapping mapping) {
      return mapping.find("sources").isPresent() && mapping.find("tests").isEmpty();
    }

    Optional<SuiteSpec> suite(YamlNode root, Span start) {
      if (!(root instanceof Mapping mapping)) {
        reading.error(
            Code.TM105,
            root.span(),
            "a test-suite file is a mapping, not " + root.kind(),
            "begin with `format: 1`, `pipeline: FILE` and `tests: […]`");
        return Optional.empty();
      }
      if (isPipeline(mapping)) {
        reading.error(
            Code.TM105,
            start,
            "this is a pipeline, and no test suite",
            "name its suite, a file `*.test.yaml` with `pipeline: "
                + reading.shown().getFileName()
                + "` and `tests: […]`");
        return Optional.empty();
      }
      Keys keys = new Keys(reading, mapping, YamlPath.ROOT, start);
      PipelineParts.format(keys, reading, values);
      Optional<PipelineRef> pipeline =
          keys.require("pipeline", "pipeline: FILE").flatMap(steps::pipeline);
      Part<Placed<String>> description = Part.of(keys.find("description"), values::text);
      Optional<List<TestSpec>> tests =
          keys.require("tests", "tests: [{name: …, steps: […]}]")
              .flatMap(i -> values.someItems(i, "write [{name: …, steps: […]}]"))
              .flatMap(items -> Values.all(items, this::test));
      keys.end();
      if (pipeline.isEmpty() || tests.isEmpty() || !description.isGood()) {
        return Optional.empty();
      }
      uniqueNames(tests.get());
      return Optional.of(
          new SuiteSpec(reading.shown().toString(), reading.folder(), pipeline.get(), tests.get()));
    }

    private void uniqueNames(List<TestSpec> tests) {
      List<String> names = new ArrayList<>();
      for (TestSpec test : tests) {
        String name = test.name().value();
        if (names.contains(name)) {
          reading.error(
              Code.TM116,
              test.name().span(),
              "two tests are named `" + name + "`",
              "rename one of them");
        }
        names.add(name);
      }
    }

    private Optional<TestSpec> test(Item item) {
      Optional<Keys> mapping = values.keys(item, "write {name: …, steps: […]}");
      if (mapping.isEmpty()) {
        return Optional.empty();
      }
      Keys keys = mapping.get();
      Optional<Placed<String>> name = keys.require("name", "name: TEXT").flatMap(values::name);
      Part<Placed<String>> description = Part.of(keys.find("description"), values::text);
      Part<Placed<Boolean>> ordered = Part.of(keys.find("ordered"), values::bool);
      Part<Placed<Match>> match =
          Part.of(keys.find("match"), i -> values.constant(i, List.of(Match.values())));
      Part<ExpectedCodes> refused = Part.of(keys.find("refused"), expectations::codes);
      Optional<Item> written =
          keys.has("refused") ? keys.find("steps") : keys.require("steps", "steps: […]");
      Part<List<TestStepSpec>> read =
          Part.of(
              written,
              i ->
                  values
                      .someItems(i, "write [{give: {…}, expect: {…}}]")
                      .flatMap(items -> Values.all(items, steps::read)));
      Part<ExpectSpec> atLast = Part.of(keys.find("finally"), expectations::read);
      keys.end();
      if (keys.has("refused") && written.isPresent()) {
        reading.error(
            Code.TM116,
            written.get().key(),
            "a pipeline that is refused cannot run steps",
            "remove `steps` or `refused`");
      }
      boolean good = Part.allGood(description, ordered, match, refused, read, atLast);
      if (name.isEmpty() || !good || (written.isEmpty() && !keys.has("refused"))) {
        return Optional.empty();
      }
      boolean inOrder = ordered.value().map(Placed::value).orElse(false);
      return Optional.of(
          new TestSpec(
              name.get(),
              inOrder ? Order.AS_WRITTEN : Order.ANY,
              match.value().map(Placed::value).orElse(Match.EXACT),
              read.otherwise(List.of()),
              atLast.value(),
              refused.value(),
              name.get().span()));
    }
  }
}
