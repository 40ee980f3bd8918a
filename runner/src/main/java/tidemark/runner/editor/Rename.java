package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.UpgradeSpec;
import tidemark.runner.yaml.SourceText;

/**
 * What giving an id another name changes: every place that names it, and a line in {@code upgrade}
 * that lets the state of a checkpoint go along.
 */
final class Rename {
  private final OpenFile file;
  private final Wires.Id id;
  private final String name;
  private final List<Edit> edits = new ArrayList<>();

  private Rename(OpenFile file, Wires.Id id, String name) {
    this.file = file;
    this.id = id;
    this.name = name;
  }

  /** The edits; empty if nothing at the place can be renamed. */
  static List<Edit> at(OpenFile file, int line, int column, String name) {
    return new Wires(file)
        .idAt(line, column)
        .map(id -> new Rename(file, id, name).edits())
        .orElse(List.of());
  }

  private List<Edit> edits() {
    String old = id.name().value();
    edits.add(new Edit(id.name().span(), name));
    new Wires(file).used(old).forEach(use -> edits.add(new Edit(use.span(), name)));
    boolean moved = file.spec().map(this::paths).orElse(false);
    if (!moved) {
      addMove("{from: %s.%s, to: %s.%s}".formatted(id.section(), old, id.section(), name));
    }
    return List.copyOf(edits);
  }

  /** Paths in {@code upgrade} that mean the thing as it is now; true if a move already does. */
  private boolean paths(PipelineSpec spec) {
    String path = id.section() + "." + id.name().value();
    boolean moved = false;
    for (UpgradeSpec.Move move : spec.upgrade().moved()) {
      moved |= replace(move.to(), path);
    }
    spec.upgrade().added().keySet().forEach(added -> replace(added, path));
    return moved;
  }

  private boolean replace(Placed<String> written, String path) {
    boolean whole = written.value().equals(path);
    if (whole || written.value().startsWith(path + ".")) {
      String rest = written.value().substring(path.length());
      edits.add(new Edit(written.span(), id.section() + "." + name + rest));
    }
    return whole;
  }

  private void addMove(String move) {
    SourceText text = file.text();
    Optional<Integer> upgrade = lineOf("upgrade:", 1, 0);
    if (upgrade.isEmpty()) {
      int last = text.lineCount();
      boolean ended = text.line(last).isEmpty();
      String before = ended ? "" : "\n";
      put(last, text.line(last), before + "\nupgrade:\n  moved:\n    - " + move + "\n");
      return;
    }
    int first = upgrade.get();
    Optional<Integer> moved = lineOf("moved:", first + 1, 1);
    if (!text.line(first).strip().equals("upgrade:")) {
      // Written in braces: the move is the first thing in them.
      int brace = text.line(first).indexOf('{');
      if (brace >= 0) {
        Span place = new Span(text.file(), first, brace + 2, 0);
        edits.add(new Edit(place, "moved: [" + move + "], "));
      }
    } else if (moved.isEmpty()) {
      put(first, text.line(first), "\n  moved:\n    - " + move);
    } else if (text.line(moved.get()).strip().equals("moved:")) {
      String next = text.line(moved.get() + 1);
      int indent = next.length() - next.stripLeading().length();
      put(moved.get(), text.line(moved.get()), "\n" + " ".repeat(indent) + "- " + move);
    } else {
      int bracket = text.line(moved.get()).indexOf('[');
      Span place = new Span(text.file(), moved.get(), bracket + 2, 0);
      edits.add(new Edit(place, move + ", "));
    }
  }

  /** The line on which a key stands, indented or not, before the next top-level key. */
  private Optional<Integer> lineOf(String key, int from, int least) {
    for (int line = from; line <= file.text().lineCount(); line++) {
      String content = file.text().line(line);
      int indent = content.length() - content.stripLeading().length();
      boolean top = indent == 0 && !content.isBlank() && !content.startsWith("#");
      if (least > 0 && top) {
        return Optional.empty();
      }
      if (content.strip().startsWith(key) && (least == 0 ? top : indent >= least)) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /** Puts text behind a line. */
  private void put(int line, String content, String added) {
    int column = content.codePointCount(0, content.length()) + 1;
    edits.add(new Edit(new Span(file.text().file(), line, column, 0), added));
  }
}
