package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.InputSpec;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.spec.TestStepSpec.CrashBoundary;
import tidemark.runner.spec.TestStepSpec.GivenInput;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;

/** Reads one step of a test. */
final class TestStepReader {
  private static final String INPUT =
      "write a list of rows, {lines: text}, {file: path} or {files: […]}; [] gives an empty file";

  private final Reading reading;
  private final Values values;
  private final ExpectReader expectations;

  TestStepReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
    this.expectations = new ExpectReader(reading);
  }

  Optional<TestStepSpec> read(Item item) {
    Optional<Keys> mapping = values.keys(item, "write {give: {…}, expect: {…}}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    List<String> kinds = List.of("give", "restart", "crash").stream().filter(keys::has).toList();
    if (kinds.size() > 1) {
      reading.error(
          Code.TM116,
          keys.find(kinds.get(1)).orElseThrow().key(),
          "a step either gives input, restarts or crashes, not several of them",
          "make a step of each");
      return Optional.empty();
    }
    String kind = kinds.isEmpty() ? "" : kinds.get(0);
    Optional<TestStepSpec> step =
        switch (kind) {
          case "restart" -> restart(keys, item);
          case "crash" -> crash(keys, item);
          default -> give(keys, item);
        };
    keys.end();
    return step;
  }

  private Optional<TestStepSpec> give(Keys keys, Item item) {
    Optional<Item> given = keys.require("give", "give: {}");
    Part<Placed<Boolean>> run = Part.of(keys.find("run"), values::bool);
    Part<ExpectSpec> expect = Part.of(keys.find("expect"), expectations::read);
    Optional<List<GivenInput>> inputs = given.flatMap(this::inputs);
    if (inputs.isEmpty() || !Part.allGood(run, expect)) {
      return Optional.empty();
    }
    boolean runs = run.value().map(Placed::value).orElse(true);
    if (!runs && expect.value().isPresent()) {
      reading.error(
          Code.TM116,
          expect.value().get().span(),
          "a step that does not run cannot expect anything",
          "move `expect` to the next step that runs");
    }
    return Optional.of(new TestStepSpec.Give(inputs.get(), runs, expect.value(), item.key()));
  }

  private Optional<List<GivenInput>> inputs(Item item) {
    if (!(item.node() instanceof Mapping mapping)) {
      values.wrongShape(item, "a mapping of sources", "write {source: [{column: value}]} or {}");
      return Optional.empty();
    }
    return Values.all(
        mapping.entries(),
        e -> input(Values.below(item, e)).map(i -> new GivenInput(Values.key(e), i)));
  }

  private Optional<InputSpec> input(Item item) {
    if (item.node() instanceof Sequence) {
      return ExpectReader.rows(item, values)
          .map(rows -> new InputSpec.Rows(rows, item.node().span()));
    }
    Optional<Keys> mapping = values.keys(item, INPUT);
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Item> lines = keys.find("lines");
    Optional<Item> file = keys.find("file");
    Optional<Item> files = keys.find("files");
    boolean unknown = !keys.others().isEmpty();
    keys.end();
    long forms = List.of(lines, file, files).stream().filter(Optional::isPresent).count();
    if (forms != 1) {
      if (!unknown || forms > 1) {
        reading.error(
            Code.TM116, item.key(), "`" + item.path() + "` needs exactly one form of input", INPUT);
      }
      return Optional.empty();
    }
    return lines
        .map(this::lines)
        .or(() -> file.map(this::file))
        .orElseGet(() -> files(files.orElseThrow()));
  }

  private Optional<InputSpec> lines(Item item) {
    return values.text(item).map(t -> new InputSpec.Lines(t.value(), t.span()));
  }

  private Optional<InputSpec> file(Item item) {
    return values.path(item).map(p -> new InputSpec.File(p.value(), p.span()));
  }

  private Optional<InputSpec> files(Item item) {
    Optional<List<InputSpec>> inputs =
        values
            .someItems(item, "write [[{column: value}], {lines: text}]")
            .flatMap(items -> Values.all(items, this::oneOfFiles));
    return inputs.map(i -> new InputSpec.Files(i, item.node().span()));
  }

  private Optional<InputSpec> oneOfFiles(Item item) {
    if (item.node() instanceof Mapping mapping && mapping.find("files").isPresent()) {
      reading.error(
          Code.TM116, item.node().span(), "`files` cannot hold `files`", "list all files in one");
      return Optional.empty();
    }
    return input(item);
  }

  private Optional<TestStepSpec> restart(Keys keys, Item item) {
    Item written = keys.find("restart").orElseThrow();
    Part<ExpectSpec> expect = Part.of(keys.find("expect"), expectations::read);
    Part<PipelineRef> changed = Part.of(Optional.empty(), this::pipeline);
    if (written.node() instanceof Mapping) {
      Keys below = values.keys(written, "write {pipeline: FILE}").orElseThrow();
      Optional<Item> pipeline = below.require("pipeline", "pipeline: FILE");
      below.end();
      changed = Part.of(pipeline, this::pipeline);
      if (pipeline.isEmpty()) {
        return Optional.empty();
      }
    } else {
      Optional<Placed<Boolean>> restart = values.bool(written);
      if (restart.isEmpty() || !restart.get().value()) {
        restart.ifPresent(
            r ->
                reading.error(
                    Code.TM116,
                    r.span(),
                    "a step that does not restart does nothing",
                    "remove it"));
        return Optional.empty();
      }
    }
    return Part.allGood(expect, changed)
        ? Optional.of(new TestStepSpec.Restart(changed.value(), expect.value(), item.key()))
        : Optional.empty();
  }

  private Optional<TestStepSpec> crash(Keys keys, Item item) {
    Optional<Keys> mapping =
        values.keys(keys.find("crash").orElseThrow(), "write {batch: 0, at: sink_prepared}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys below = mapping.get();
    Optional<Placed<Long>> batch = below.require("batch", "batch: 0").flatMap(values::count);
    Optional<Placed<CrashBoundary>> at =
        below
            .require("at", "at: sink_prepared")
            .flatMap(i -> values.constant(i, List.of(CrashBoundary.values())));
    below.end();
    return batch.flatMap(b -> at.map(a -> new TestStepSpec.Crash(b, a, item.key())));
  }

  /** A pipeline: the path of a file, or the mapping itself. */
  Optional<PipelineRef> pipeline(Item item) {
    YamlNode node = item.node();
    if (node instanceof Mapping mapping) {
      return Optional.of(new PipelineRef.Inline(mapping));
    }
    if (!(node instanceof Scalar)) {
      values.wrongShape(item, "a path or a pipeline", "write the path of the pipeline file");
      return Optional.empty();
    }
    Optional<Placed<String>> name = values.name(item);
    Optional<Placed<Path>> good = values.path(item);
    return good.isEmpty()
        ? Optional.empty()
        : name.map(n -> new PipelineRef.File(reading.shownPath(n.value()), n.span()));
  }
}
