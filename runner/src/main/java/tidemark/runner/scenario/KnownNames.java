package tidemark.runner.scenario;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tidemark.runner.compile.Compilation;
import tidemark.runner.engine.Definitions;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectSpec.ExpectedBatch;
import tidemark.runner.spec.ExpectSpec.ExpectedRows;
import tidemark.runner.spec.TestStepSpec.Give;

/** The parts of a pipeline that a test can name; a name that is none of them would test nothing. */
final class KnownNames {
  private final Set<String> sources;
  private final Set<String> sinks;
  private final Set<String> failing;

  KnownNames(Compilation compilation) {
    this.sources = new TreeSet<>(compilation.sources().keySet());
    this.sinks = new TreeSet<>(compilation.sinks().keySet());
    this.failing = new TreeSet<>(sources);
    compilation.spec().onError().forEach((step, policy) -> failing.add(step));
    if (compilation.deadLetter().isPresent()) {
      sinks.add(Definitions.DEAD_LETTER);
    }
  }

  /** What is wrong with the names of what is given. */
  Optional<String> unknown(Give give) {
    return give.inputs().stream()
        .map(input -> input.source().value())
        .filter(id -> !sources.contains(id))
        .findFirst()
        .map(id -> text("source", id, sources));
  }

  /** What is wrong with the names of what is expected. */
  Optional<String> unknown(ExpectSpec expected) {
    Optional<String> sink =
        unknownSink(expected.sinks())
            .or(
                () ->
                    expected.batches().orElse(List.of()).stream()
                        .map(ExpectedBatch::rows)
                        .flatMap(rows -> unknownSink(rows).stream())
                        .findFirst());
    return sink.or(
        () ->
            expected.badRecords().stream()
                .map(bad -> bad.name().value())
                .filter(id -> !failing.contains(id))
                .findFirst()
                .map(id -> text("source, or step with `on_error`,", id, failing)));
  }

  private Optional<String> unknownSink(List<ExpectedRows> rows) {
    return rows.stream()
        .map(r -> r.sink().value())
        .filter(id -> !sinks.contains(id))
        .findFirst()
        .map(id -> text("sink", id, sinks));
  }

  private static String text(String kind, String id, Set<String> known) {
    return "the pipeline has no " + kind + " `" + id + "`; there are: " + String.join(", ", known);
  }
}
