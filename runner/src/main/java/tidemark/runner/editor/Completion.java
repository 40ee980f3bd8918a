package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import tidemark.runner.editor.Cursor.Side;
import tidemark.runner.editor.Proposal.Kind;
import tidemark.runner.language.Key;
import tidemark.runner.language.Shape;
import tidemark.runner.language.TextKind;

/** What can stand where the cursor is. */
final class Completion {
  private static final List<String> TYPES =
      List.of(
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "float",
          "double",
          "decimal",
          "string",
          "binary",
          "date",
          "timestamp",
          "timestamp_ntz",
          "array",
          "map",
          "struct");
  private static final List<String> INPUTS = List.of("from", "left", "right", "source");

  private final OpenFile file;
  private final Functions functions;
  private final Cursor cursor;
  private final List<Proposal> proposals = new ArrayList<>();

  private Completion(OpenFile file, Functions functions, Cursor cursor) {
    this.file = file;
    this.functions = functions;
    this.cursor = cursor;
  }

  static List<Proposal> at(OpenFile file, Functions functions, int line, int column) {
    Cursor cursor = Cursor.at(file.text(), line, column);
    Completion completion = new Completion(file, functions, cursor);
    completion.collect();
    return List.copyOf(new LinkedHashSet<>(completion.proposals));
  }

  private void collect() {
    List<Shape> shapes = Shapes.at(file.language(), cursor.path());
    for (Shape shape : shapes) {
      if (cursor.side() == Side.KEY && shape instanceof Shape.Mapping mapping) {
        mapping.keys().forEach(this::key);
      } else if (cursor.side() == Side.KEY && shape instanceof Shape.Items) {
        continue;
      } else if (shape instanceof Shape.Words words) {
        words.words().forEach(word -> word(word, ""));
      } else if (shape instanceof Shape.Text text) {
        text(text.kind());
      }
    }
  }

  private void key(Key key) {
    proposals.add(new Proposal(key.name(), Kind.KEY, Forms.of(key.shape()), Forms.page(key)));
  }

  private void word(String word, String detail) {
    proposals.add(new Proposal(word, Kind.WORD, detail, ""));
  }

  private void text(TextKind kind) {
    switch (kind) {
      case BOOLEAN -> List.of("true", "false").forEach(word -> word(word, ""));
      case TYPE -> TYPES.forEach(word -> word(word, "type"));
      case EXPRESSION -> {
        columns();
        functions.all().forEach(proposals::add);
      }
      case NAME -> {
        if (namesInput()) {
          ids();
        } else {
          columns();
        }
      }
      default -> {}
    }
  }

  private boolean namesInput() {
    List<String> path = cursor.path();
    String last = path.get(path.size() - 1);
    boolean union = path.size() > 1 && path.get(path.size() - 2).equals("union");
    return INPUTS.contains(last) || last.equals("-") && union;
  }

  private void ids() {
    Optional<String> own = cursor.id();
    for (Wires.Id id : new Wires(file).defined()) {
      String name = id.name().value();
      if (!id.section().equals("sinks") && !own.equals(Optional.of(name))) {
        String columns = file.columns(name).map(s -> String.join(", ", s.names())).orElse("");
        proposals.add(new Proposal(name, Kind.ID, Forms.section(id.section()), columns));
      }
    }
  }

  private void columns() {
    boolean own = cursor.path().get(0).equals("sources");
    Wires wires = new Wires(file);
    cursor
        .id()
        .ifPresent(
            id -> {
              if (own) {
                file.columns(id)
                    .ifPresent(s -> s.fields().forEach(f -> column(new Wires.Seen(f, id))));
              } else {
                wires.seen(id).forEach(this::column);
              }
            });
  }

  private void column(Wires.Seen seen) {
    proposals.add(
        new Proposal(
            seen.field().name(),
            Kind.COLUMN,
            seen.field().type().ddl(),
            "column of `" + seen.from() + "`"));
  }
}
