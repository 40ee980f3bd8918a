package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.LintPolicy;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlPath;

/** Reads {@code .tidemark.yaml}, the policy of a folder. */
public final class LintPolicyReader {
  /** The policy's name in its folder. */
  public static final String FILE = ".tidemark.yaml";

  private final Reading reading;
  private final Values values;

  private LintPolicyReader(Path file) {
    this.reading =
        new Reading(
            file, Reading.folderOf(file), new Diagnostics(), new SourceTexts(), new Secrets());
    this.values = new Values(reading);
  }

  /**
   * A policy, or what is wrong with it.
   *
   * @param policy empty if a part of it could not be read
   */
  public record Result(Optional<LintPolicy> policy, List<Diagnostic> found, SourceTexts texts) {}

  /** Reads a file. */
  public static Result read(Path file) {
    LintPolicyReader reader = new LintPolicyReader(file);
    Reading reading = reader.reading;
    Optional<LintPolicy> policy =
        Reading.load(file, file, Span.ofFile(file.toString()), reading.found())
            .flatMap(reader::text);
    return new Result(policy, reading.found().sorted(), reading.texts());
  }

  private Optional<LintPolicy> text(SourceText text) {
    reading.texts().add(text);
    return YamlComposer.compose(text, reading.found())
        .root()
        .flatMap(root -> root(root, text.span(0, 1)));
  }

  private Optional<LintPolicy> root(YamlNode root, Span start) {
    String example = "write `lint: {max_warnings: 0, deny: [TM701]}`";
    if (!(root instanceof Mapping mapping)) {
      reading.error(Code.TM105, root.span(), "a policy is a mapping, not " + root.kind(), example);
      return Optional.empty();
    }
    Keys keys = new Keys(reading, mapping, YamlPath.ROOT, start);
    Optional<LintPolicy> policy =
        keys.require("lint", "lint: {max_warnings: 0}")
            .flatMap(item -> values.keys(item, example))
            .flatMap(this::lint);
    keys.end();
    return policy;
  }

  private Optional<LintPolicy> lint(Keys keys) {
    Part<List<Placed<Code>>> deny = Part.of(keys.find("deny"), this::codes);
    Part<Placed<Long>> most = Part.of(keys.find("max_warnings"), values::count);
    Part<Placed<String>> changes =
        Part.of(
            keys.find("changes"), i -> values.word(i, List.of("strict", "standard", "lenient")));
    keys.end();
    if (!Part.allGood(deny, most, changes)) {
      return Optional.empty();
    }
    Set<Code> denied =
        Set.copyOf(deny.otherwise(List.of()).stream().map(Placed::value).distinct().toList());
    return Optional.of(
        new LintPolicy(
            reading.shown().toString(),
            denied,
            most.value().map(Placed::value),
            changes.value().map(Placed::value)));
  }

  private Optional<List<Placed<Code>>> codes(Item item) {
    ExpectReader codes = new ExpectReader(reading);
    return values
        .someItems(item, "write a list of codes, such as [TM701]")
        .flatMap(items -> Values.all(items, codes::code))
        .map(ArrayList::new);
  }
}
