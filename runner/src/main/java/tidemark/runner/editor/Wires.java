package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** Which id stands where in a pipeline, and which columns a step sees. */
final class Wires {
  private final OpenFile file;

  Wires(OpenFile file) {
    this.file = file;
  }

  /**
   * An id where it is written.
   *
   * @param section {@code sources}, {@code steps} or {@code sinks}
   */
  record Id(String section, Placed<String> name) {}

  /** Where ids are given. */
  List<Id> defined() {
    List<Id> ids = new ArrayList<>();
    file.spec()
        .ifPresent(
            spec -> {
              spec.sources().forEach(s -> ids.add(new Id("sources", s.id())));
              spec.steps().forEach(s -> ids.add(new Id("steps", s.id())));
              spec.sinks().forEach(s -> ids.add(new Id("sinks", s.id())));
            });
    return ids;
  }

  Optional<Id> defined(String name) {
    return defined().stream().filter(id -> id.name().value().equals(name)).findFirst();
  }

  /** Where an id is named that is given elsewhere. */
  List<Placed<String>> used(String name) {
    Optional<PipelineSpec> spec = file.spec();
    Stream<Placed<String>> inputs =
        spec.stream().flatMap(s -> s.steps().stream()).flatMap(step -> step.inputs().stream());
    Stream<Placed<String>> sinks =
        spec.stream().flatMap(s -> s.sinks().stream()).flatMap(sink -> sink.from().stream());
    Stream<Placed<String>> others =
        spec.stream()
            .flatMap(
                s ->
                    Stream.of(
                            s.lateRows().stream(),
                            s.upgrade().drain().stream(),
                            s.upgrade().restart().stream())
                        .flatMap(list -> list));
    return Stream.of(inputs, sinks, others)
        .flatMap(list -> list)
        .filter(id -> id.value().equals(name))
        .toList();
  }

  /** The id that stands at a place. */
  Optional<Id> idAt(int line, int column) {
    for (Id id : defined()) {
      boolean here =
          covers(id.name().span(), line, column)
              || used(id.name().value()).stream().anyMatch(u -> covers(u.span(), line, column));
      if (here) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  private boolean covers(Span span, int line, int column) {
    return span.file().equals(file.text().file())
        && span.line() == line
        && span.column() <= column
        && column <= span.column() + span.length();
  }

  Optional<StepSpec> step(String id) {
    return file.spec().stream()
        .flatMap(spec -> spec.steps().stream())
        .filter(step -> step.id().value().equals(id))
        .findFirst();
  }

  /** What a step reads; for one that cannot be read yet, what its `from` line names. */
  List<String> inputs(String id) {
    Optional<StepSpec> step = step(id);
    return step.isPresent()
        ? step.get().inputs().stream().map(Placed::value).toList()
        : HalfWritten.from(file.text(), id);
  }

  /** A column that a step sees. */
  record Seen(Field field, String from) {}

  /** The columns of a step's inputs. */
  List<Seen> seen(String id) {
    List<Seen> seen = new ArrayList<>();
    for (String input : inputs(id)) {
      file.columns(input)
          .ifPresent(schema -> schema.fields().forEach(f -> seen.add(new Seen(f, input))));
    }
    return seen;
  }
}
