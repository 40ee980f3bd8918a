package tidemark.runner.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;
import tidemark.runner.layout.SinkLayout;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectSpec.ExpectedRows;
import tidemark.runner.spec.InputSpec;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TestStepSpec.Give;
import tidemark.runner.spec.TestStepSpec.GivenInput;
import tidemark.runner.yaml.YamlNode;

/**
 * The parts of a pipeline that a test can name; a name that is none of them would test nothing. A
 * part of the pipeline that has errors may be named, too.
 */
final class KnownNames {
  private final Compilation compilation;
  private final Set<String> sources;
  private final Set<String> sinks;
  private final Set<String> failing;

  KnownNames(Compilation compilation) {
    this.compilation = compilation;
    PipelineSpec spec = compilation.spec();
    this.sources = new TreeSet<>(spec.unread());
    this.sinks = new TreeSet<>(spec.unread());
    spec.sources().forEach(source -> sources.add(source.id().value()));
    spec.sinks().forEach(sink -> sinks.add(sink.id().value()));
    this.failing = new TreeSet<>(sources);
    failing.addAll(spec.onError().keySet());
    if (spec.deadLetter().isPresent()) {
      sinks.add(SinkLayout.DEAD_LETTER);
    }
  }

  /** What is wrong with the names of what is given. */
  List<Diagnostic> unknown(Give give) {
    List<Diagnostic> found = new ArrayList<>();
    for (GivenInput input : give.inputs()) {
      check(input.source(), "source", sources, found);
      SourceDefinition source = compilation.sources().get(input.source().value());
      if (source != null && source.request().columns().isPresent()) {
        List<String> columns = source.description().schema().names();
        columns(input.input(), input.source().value(), columns, found);
      }
    }
    return found;
  }

  /** What is wrong with the names of what is expected. */
  List<Diagnostic> unknown(ExpectSpec expected) {
    List<Diagnostic> found = new ArrayList<>();
    sinks(expected.sinks(), found);
    expected.batches().orElse(List.of()).forEach(batch -> sinks(batch.rows(), found));
    expected
        .badRecords()
        .forEach(bad -> check(bad.name(), "source, or step with `on_error`,", failing, found));
    return found;
  }

  private void sinks(List<ExpectedRows> rows, List<Diagnostic> found) {
    rows.forEach(row -> check(row.sink(), "sink", sinks, found));
  }

  /** Each unknown column of an input is said once, where it first stands. */
  private static void columns(
      InputSpec input, String source, List<String> columns, List<Diagnostic> found) {
    if (input instanceof InputSpec.Files several) {
      several.files().forEach(file -> columns(file, source, columns, found));
    } else if (input instanceof InputSpec.Rows rows) {
      Set<String> known = new TreeSet<>(columns);
      for (YamlNode.Mapping row : rows.rows()) {
        row.entries().stream()
            .map(YamlNode.Entry::key)
            .filter(key -> known.add(key.text()))
            .map(
                key ->
                    unknown(
                        key.text(), key.span(), "source `" + source + "` has no column", columns))
            .forEach(found::add);
      }
    }
  }

  private static void check(
      Placed<String> name, String kind, Collection<String> known, List<Diagnostic> found) {
    if (!known.contains(name.value())) {
      found.add(unknown(name.value(), name.span(), "the pipeline has no " + kind, known));
    }
  }

  private static Diagnostic unknown(
      String name, Span place, String missing, Collection<String> known) {
    String near = Nearest.of(name, known).map(n -> "did you mean `" + n + "`? ").orElse("");
    return Diagnostic.error(
        Code.TM116,
        place,
        missing + " `" + name + "`",
        near + "there are: " + String.join(", ", known));
  }
}
