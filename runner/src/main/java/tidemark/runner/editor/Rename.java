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
    String move = "{from: %s.%s, to: %s.%s}".formatted(id.section(), old, id.section(), name);
    // A name without its move would part the step from its state.
    return moved || addMove(move) ? List.copyOf(edits) : List.of();
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

  /** Writes the move into {@code upgrade}; false if that is written in a way that is not known. */
  private boolean addMove(String move) {
    SourceText text = file.text();
    Optional<Integer> upgrade = lineOf("upgrade:", 1, 0);
    if (upgrade.isEmpty()) {
      int last = text.lineCount();
      boolean ended = text.line(last).isEmpty();
      String before = ended ? "" : "\n";
      put(last, text.line(last), before + "\nupgrade:\n  moved:\n    - " + move + "\n");
      return true;
    }
    int first = upgrade.get();
    String line = text.line(first);
    if (!withoutComment(line).equals("upgrade:")) {
      return line.contains("moved:")
          ? insert(first, "moved: [", move)
          : insert(first, "upgrade: {", "moved: [" + move + "]");
    }
    Optional<Integer> moved = lineOf("moved:", first + 1, 1);
    if (moved.isEmpty()) {
      put(first, line, "\n  moved:\n    - " + move);
      return true;
    }
    String list = text.line(moved.get());
    if (!withoutComment(list).equals("moved:")) {
      return insert(moved.get(), "moved: [", move);
    }
    String next = moved.get() < text.lineCount() ? text.line(moved.get() + 1) : "";
    int indent = next.length() - next.stripLeading().length();
    if (!next.startsWith("- ", indent)) {
      return false;
    }
    put(moved.get(), list, "\n" + " ".repeat(indent) + "- " + move);
    return true;
  }

  private static String withoutComment(String line) {
    return line.replaceFirst("\\s+#.*$", "").strip();
  }

  /** Puts an entry first behind an opening bracket on a line; false if that is not there. */
  private boolean insert(int number, String opening, String entry) {
    String line = file.text().line(number);
    int at = line.indexOf(opening);
    if (at < 0) {
      return false;
    }
    int behind = at + opening.length();
    String rest = line.substring(behind).strip();
    boolean isEmpty = rest.startsWith("]") || rest.startsWith("}");
    int column = line.codePointCount(0, behind) + 1;
    Span place = new Span(file.text().file(), number, column, 0);
    edits.add(new Edit(place, entry + (isEmpty ? "" : ", ")));
    return true;
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
