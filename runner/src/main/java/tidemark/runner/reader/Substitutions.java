package tidemark.runner.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.reader.WrittenVariables.WrittenVariable;
import tidemark.runner.spec.PipelineSpec.Variable;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.Environment;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SecretsFile;
import tidemark.runner.yaml.Substitution;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlPath;

/** Reads {@code vars} and substitutes in the whole pipeline. */
final class Substitutions {
  private final Reading reading;
  private final ReadOptions options;
  private final Substitution substitution;
  private final List<Variable> variables = new ArrayList<>();
  private final Map<String, String> overrides;

  Substitutions(Reading reading, Environment environment, ReadOptions options) {
    this.reading = reading;
    this.options = options;
    this.overrides = new HashMap<>(options.overrides());
    this.substitution =
        new Substitution(environment, secretsFile(), reading.secrets(), reading.found());
  }

  private Map<String, String> secretsFile() {
    return options
        .secretsFile()
        .flatMap(
            file ->
                Reading.loadQuietly(file, reading.found())
                    .map(text -> SecretsFile.parse(file.toString(), text, reading.found())))
        .orElse(Map.of());
  }

  /** The variables in force, in the order of the file. */
  List<Variable> variables() {
    return variables;
  }

  /** The pipeline with every reference replaced. */
  Mapping apply(Mapping pipeline) {
    List<String> declared = new ArrayList<>();
    pipeline.entry("vars").ifPresent(entry -> declared.addAll(declare(entry)));
    for (String name : new java.util.TreeSet<>(overrides.keySet())) {
      if (!declared.contains(name)) {
        String near = Nearest.of(name, declared).map(n -> "did you mean `" + n + "`? ").orElse("");
        reading.error(
            Code.TM112,
            Span.ofFile(reading.shown().toString()),
            "`--set " + name + "=…` sets no variable of this file",
            near + "declare it under `vars`");
      }
    }
    return (Mapping) substitution.apply(pipeline);
  }

  /** Reads the variables in order; each may refer to those before it. */
  private List<String> declare(Entry vars) {
    List<String> declared = new ArrayList<>();
    Values values = new Values(reading);
    Item item = new Item(vars.value(), YamlPath.ROOT.key("vars"), vars.key().span());
    if (!(vars.value() instanceof Mapping mapping)) {
      values.wrongShape(item, "a mapping", "write {name: value}");
      return declared;
    }
    for (Entry entry : mapping.entries()) {
      String name = entry.key().text();
      declared.add(name);
      if (!Substitution.isName(name)) {
        reading.error(
            Code.TM110,
            entry.key().span(),
            "`" + name + "` cannot name a variable",
            "use letters, digits, `_`, `.` and `-`, a letter first");
        continue;
      }
      Optional<Scalar> value = value(values, Values.below(item, entry));
      if (value.isPresent()) {
        define(entry, value.get());
      } else {
        substitution.define(name, Optional.empty());
      }
    }
    return declared;
  }

  private Optional<Scalar> value(Values values, Item item) {
    YamlNode node = item.node();
    if (overrides.containsKey(item.path().last()) && node instanceof Scalar scalar) {
      return Optional.of(scalar);
    }
    Item substituted = new Item(substitution.apply(node), item.path(), item.key());
    return values.scalar(substituted, "write one value; a variable stands for text");
  }

  private void define(Entry entry, Scalar value) {
    String name = entry.key().text();
    String override = overrides.get(name);
    String text = override == null ? value.text() : override;
    if (entry.value() instanceof Scalar written) {
      reading.variables().add(name, new WrittenVariable(written, override != null));
    }
    if (Secrets.isPasswordKey(name)) {
      new PasswordCheck(reading).variable(name);
      reading.secrets().add(text);
    }
    substitution.define(name, Optional.of(text));
    variables.add(new Variable(Values.key(entry), new Placed<>(text, value.span())));
  }
}
