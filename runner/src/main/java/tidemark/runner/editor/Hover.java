package tidemark.runner.editor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.runner.language.Shape;

/** What the word at a place means, as Markdown. */
final class Hover {
  private final OpenFile file;
  private final Functions functions;
  private final Wires wires;

  Hover(OpenFile file, Functions functions) {
    this.file = file;
    this.functions = functions;
    this.wires = new Wires(file);
  }

  Optional<String> at(int line, int column) {
    Optional<Word> word = Word.at(file.text(), line, column);
    if (word.isEmpty()) {
      return Optional.empty();
    }
    Cursor cursor = Cursor.at(file.text(), line, word.get().end());
    return wires
        .idAt(line, column)
        .map(this::id)
        .or(() -> key(word.get(), cursor))
        .or(() -> expression(word.get(), cursor));
  }

  private String id(Wires.Id id) {
    String name = id.name().value();
    String head = "**" + Forms.section(id.section()) + " `" + name + "`**";
    String operator =
        wires
            .step(name)
            .map(step -> ": " + step.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT))
            .orElse("");
    List<String> inputs = wires.inputs(name);
    String reads =
        id.section().equals("steps") && !inputs.isEmpty()
            ? "\n\nreads `" + String.join("`, `", inputs) + "`"
            : "";
    return head + operator + reads + file.columns(name).map(Hover::table).orElse("");
  }

  private static String table(Schema schema) {
    return schema.fields().stream()
        .map(field -> "| `" + field.name() + "` | " + field.type().ddl().replace("|", "\\|") + " |")
        .collect(Collectors.joining("\n", "\n\n| column | type |\n|---|---|\n", ""));
  }

  private Optional<String> key(Word word, Cursor cursor) {
    if (!word.isKey() || cursor.side() != Cursor.Side.KEY) {
      return Optional.empty();
    }
    List<String> path = new java.util.ArrayList<>(cursor.path());
    path.add(word.text());
    return Shapes.key(file.language(), path)
        .map(
            key ->
                "**`" + key.name() + "`** (" + Forms.of(key.shape()) + ")\n\n" + Forms.page(key));
  }

  private Optional<String> expression(Word word, Cursor cursor) {
    boolean inExpression =
        Shapes.at(file.language(), cursor.path()).stream().anyMatch(Shape.Text.class::isInstance);
    if (!inExpression) {
      return Optional.empty();
    }
    String name = word.text().substring(word.text().lastIndexOf('.') + 1);
    Optional<String> function =
        functions.find(name).map(f -> "**`" + f.detail() + "`**\n\n" + f.meaning());
    Optional<String> column =
        cursor.id().stream()
            .flatMap(id -> wires.seen(id).stream())
            .filter(seen -> seen.field().name().equalsIgnoreCase(name))
            .map(Hover::column)
            .findFirst();
    return word.isCall() ? function.or(() -> column) : column.or(() -> function);
  }

  private static String column(Wires.Seen seen) {
    Field field = seen.field();
    String nulls = field.nullable() ? "" : " not null";
    return "**`"
        + field.name()
        + "`** "
        + field.type().ddl()
        + nulls
        + "\n\ncolumn of `"
        + seen.from()
        + "`";
  }
}
