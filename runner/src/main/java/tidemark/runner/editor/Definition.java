package tidemark.runner.editor;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** Where the id or column at a place comes from. */
final class Definition {
  private final OpenFile file;
  private final Wires wires;
  private final Set<String> visited = new HashSet<>();

  Definition(OpenFile file) {
    this.file = file;
    this.wires = new Wires(file);
  }

  Optional<Span> at(int line, int column) {
    Optional<Span> id = wires.idAt(line, column).map(found -> found.name().span());
    if (id.isPresent()) {
      return id;
    }
    Optional<Word> word = Word.at(file.text(), line, column);
    if (word.isEmpty()) {
      return Optional.empty();
    }
    String name = word.get().text().substring(word.get().text().lastIndexOf('.') + 1);
    Cursor cursor = Cursor.at(file.text(), line, word.get().end());
    return cursor.id().flatMap(step -> above(step, name));
  }

  private Optional<Span> above(String id, String column) {
    return wires.inputs(id).stream().flatMap(input -> origin(input, column).stream()).findFirst();
  }

  /** Where a source or step, or one above it, gives a column its name. */
  private Optional<Span> origin(String id, String column) {
    if (!visited.add(id)) {
      return Optional.empty();
    }
    Optional<StepSpec> step = wires.step(id);
    if (step.isPresent()) {
      return named(step.get()).stream()
          .filter(name -> name.value().equalsIgnoreCase(column))
          .map(Placed::span)
          .findFirst()
          .or(() -> above(id, column));
    }
    return file.spec().stream()
        .flatMap(spec -> spec.sources().stream())
        .filter(source -> source.id().value().equals(id))
        .flatMap(source -> source.columns().stream())
        .flatMap(columns -> columns.columns().stream())
        .filter(c -> c.name().value().equalsIgnoreCase(column))
        .map(c -> c.name().span())
        .findFirst();
  }

  /** The columns that a step gives a name. */
  private static List<Placed<String>> named(StepSpec step) {
    if (step instanceof StepSpec.Select select) {
      return select.columns().stream().map(NamedText::name).toList();
    }
    if (step instanceof StepSpec.With with) {
      return with.columns().stream().map(NamedText::name).toList();
    }
    if (step instanceof StepSpec.Rename rename) {
      return rename.columns().stream().map(StepSpec.Renaming::to).toList();
    }
    if (step instanceof StepSpec.Explode explode) {
      return List.of(explode.as());
    }
    if (step instanceof StepSpec.Join join) {
      return join.select().orElse(List.of()).stream().map(NamedText::name).toList();
    }
    if (step instanceof StepSpec.Lookup lookup) {
      return lookup.select().orElse(List.of()).stream().map(NamedText::name).toList();
    }
    if (step instanceof StepSpec.Aggregate aggregate) {
      return java.util.stream.Stream.concat(
              aggregate.compute().stream().map(NamedText::name),
              aggregate.by().stream()
                  .filter(key -> key.expression().isPresent())
                  .map(KeyText::name))
          .toList();
    }
    return List.of();
  }
}
