package tidemark.runner.yaml;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.yaml.Comments.Comment;
import tidemark.runner.yaml.Syntax.Form;
import tidemark.runner.yaml.Syntax.Leaf;
import tidemark.runner.yaml.Syntax.Pair;
import tidemark.runner.yaml.Syntax.Style;

/**
 * Writes a YAML file in one way: two blanks a level, lists indented under their key, one blank
 * around signs, at most one empty line between entries, comments where they were. Scalars stay as
 * they are written; braces and brackets stay where they fit on a line, and become blocks elsewhere.
 * The text means the same, and written again it stays as it is.
 */
public final class YamlFormatter {
  private static final int WIDTH = 100;
  private static final int STEP = 2;

  private final SourceText text;
  private final Comments comments;
  private final FlowText flow;
  private final StringBuilder out = new StringBuilder();

  private YamlFormatter(YamlFile file) {
    this.text = file.text();
    this.comments = new Comments(file);
    this.flow = new FlowText(text);
  }

  /**
   * The text of a file that composes without findings; empty if it holds what the formatter does
   * not write (directives, tags, keys of several lines).
   */
  public static Optional<String> format(SourceText text) {
    Diagnostics found = new Diagnostics();
    YamlFile file = YamlComposer.compose(text, found);
    if (file.root().isEmpty() || found.hasErrors()) {
      return Optional.empty();
    }
    return SyntaxReader.read(text)
        .map(document -> new YamlFormatter(file).document(document))
        .filter(written -> meansTheSame(file.root().get(), text.file(), written));
  }

  private static boolean meansTheSame(YamlNode before, String name, String written) {
    Diagnostics found = new Diagnostics();
    YamlFile after = YamlComposer.compose(new SourceText(name, written), found);
    return !found.hasErrors()
        && after.root().filter(root -> SameContent.of(before, root)).isPresent();
  }

  private String document(SyntaxReader.Document document) {
    if (document.marked()) {
      int mark = startMark();
      comments.takeBefore(mark).forEach(comment -> line(0, comment.text()));
      out.append("---");
      end(mark + 3);
    }
    Syntax root = document.root();
    if (root instanceof Leaf leaf) {
      before(leaf.start(), 0, true);
      out.append(leaf.anchor());
      leaf(leaf, 0, -1);
      end(leaf.to());
    } else {
      block(root, 0);
    }
    comments.takeBefore(text.length()).forEach(c -> own(c, 0));
    return out.toString();
  }

  private int startMark() {
    for (int line = 1; line <= text.lineCount(); line++) {
      if (text.line(line).startsWith("---")) {
        return text.startOf(line);
      }
    }
    throw new AssertionError();
  }

  /** A collection as lines of its own. */
  private void block(Syntax node, int indent) {
    if (node instanceof Syntax.Mapping mapping) {
      boolean first = true;
      for (Pair pair : mapping.pairs()) {
        before(pair.key().from(), indent, first);
        blanks(indent);
        pair(pair, indent, mapping.style() == Style.FLOW ? 0 : mapping.column());
        first = false;
      }
      behind(mapping.style(), mapping.column(), indent);
    } else if (node instanceof Syntax.Sequence list) {
      boolean first = true;
      for (Syntax item : list.items()) {
        before(item.start(), indent, first);
        blanks(indent);
        out.append("- ");
        item(item, indent, list.style() == Style.FLOW ? 0 : list.column());
        first = false;
      }
      behind(list.style(), list.column(), indent);
    }
  }

  private void pair(Pair pair, int indent, int column) {
    Leaf key = pair.key();
    out.append(text.slice(key.from(), key.to())).append(key.form() == Form.ALIAS ? " :" : ":");
    Syntax value = pair.value();
    boolean inline = isInline(value);
    String anchor = value.anchor();
    if (inline) {
      if (!(value instanceof Leaf leaf && leaf.form() == Form.EMPTY && anchor.isEmpty())) {
        out.append(' ').append(anchor);
        inline(value, indent, column);
      }
      end(Math.max(key.to() + 1, value.to()));
      return;
    }
    out.append(anchor.isEmpty() ? "" : " " + anchor.strip());
    end(key.to() + 1);
    block(value, indent + STEP);
  }

  private void item(Syntax item, int indent, int column) {
    out.append(item.anchor());
    if (isInline(item)) {
      inline(item, indent, column);
      end(item.to());
    } else if (!item.anchor().isEmpty()) {
      end(item.from());
      block(item, indent + STEP);
    } else if (item instanceof Syntax.Mapping mapping) {
      pair(mapping.pairs().get(0), indent + STEP, mapping.column());
      rest(mapping, indent + STEP);
    } else {
      Syntax.Sequence list = (Syntax.Sequence) item;
      out.append("- ");
      item(list.items().get(0), indent + STEP, list.column());
      rest(list, indent + STEP);
    }
  }

  /** A block without its first entry, which stands behind the sign of a list. */
  private void rest(Syntax.Mapping mapping, int indent) {
    for (Pair pair : mapping.pairs().subList(1, mapping.pairs().size())) {
      before(pair.key().from(), indent, false);
      blanks(indent);
      pair(pair, indent, mapping.style() == Style.FLOW ? 0 : mapping.column());
    }
    behind(mapping.style(), mapping.column(), indent);
  }

  private void rest(Syntax.Sequence list, int indent) {
    for (Syntax item : list.items().subList(1, list.items().size())) {
      before(item.start(), indent, false);
      blanks(indent);
      out.append("- ");
      item(item, indent, list.style() == Style.FLOW ? 0 : list.column());
    }
    behind(list.style(), list.column(), indent);
  }

  /** Whether a value goes on behind its key or sign. */
  private boolean isInline(Syntax value) {
    if (value instanceof Leaf) {
      return true;
    }
    boolean empty =
        value instanceof Syntax.Mapping mapping
            ? mapping.pairs().isEmpty()
            : ((Syntax.Sequence) value).items().isEmpty();
    boolean flows =
        value instanceof Syntax.Mapping mapping
            ? mapping.style() == Style.FLOW
            : ((Syntax.Sequence) value).style() == Style.FLOW;
    if (!flows || empty) {
      return empty;
    }
    int used = out.length() - (out.lastIndexOf("\n") + 1);
    return !comments.anyBetween(value.from(), value.to())
        && flow.of(value).filter(line -> used + line.length() < WIDTH).isPresent();
  }

  private void inline(Syntax value, int indent, int column) {
    if (value instanceof Leaf leaf) {
      leaf(leaf, indent, column);
    } else {
      out.append(flow.of(value).orElseThrow());
    }
  }

  private void leaf(Leaf leaf, int indent, int column) {
    switch (leaf.form()) {
      case EMPTY -> {}
      case LINE, ALIAS -> out.append(text.slice(leaf.from(), leaf.to()));
      case FOLDED_LINES -> foldedLines(leaf, indent + STEP);
      case BLOCK -> BlockScalar.write(text, leaf, column, indent + STEP, this::header, out);
    }
  }

  /** The comment behind the sign of a block, with its blanks. */
  private String header(int sign) {
    return comments.takeBehind(sign).map(comment -> "  " + comment.text()).orElse("");
  }

  private void foldedLines(Leaf leaf, int indent) {
    List<String> lines = text.slice(leaf.from(), leaf.to()).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = i == 0 ? lines.get(i) : lines.get(i).stripLeading();
      boolean last = i == lines.size() - 1;
      String cut = last ? line : stripEnd(line);
      out.append(i == 0 || cut.isEmpty() ? "" : " ".repeat(indent)).append(cut);
      out.append(last ? "" : "\n");
    }
  }

  /** Without the blanks at the end, but that behind a backslash. */
  private static String stripEnd(String line) {
    String cut = line.stripTrailing();
    return cut.endsWith("\\") && cut.length() < line.length() ? cut + " " : cut;
  }

  /** Comments above an entry, and one empty line if there is any. */
  private void before(int from, int indent, boolean first) {
    List<Comment> above = comments.takeBefore(from);
    if (above.isEmpty()) {
      boolean empty = !first && isEmptyAbove(from);
      out.append(empty ? "\n" : "");
    }
    boolean top = first;
    for (Comment comment : above) {
      boolean empty = !top && isEmptyAbove(comment.at());
      out.append(empty && !out.isEmpty() ? "\n" : "");
      line(indent, comment.text());
      top = false;
    }
    if (!above.isEmpty() && isEmptyAbove(from)) {
      out.append('\n');
    }
    comments.reached(from);
  }

  /** Comments at the end of a block that are indented like it. */
  private void behind(Style style, int column, int indent) {
    if (style == Style.BLOCK) {
      comments.takeIndented(column).forEach(comment -> own(comment, indent));
    }
  }

  private void own(Comment comment, int indent) {
    out.append(isEmptyAbove(comment.at()) && !out.isEmpty() ? "\n" : "");
    line(indent, comment.text());
  }

  private boolean isEmptyAbove(int offset) {
    int line = text.lineOf(offset);
    return line > 1
        && text.slice(text.startOf(line), offset).chars().allMatch(c -> " -\t".indexOf(c) >= 0)
        && text.line(line - 1).isBlank();
  }

  private void line(int indent, String content) {
    blanks(indent);
    out.append(content).append('\n');
  }

  private void blanks(int count) {
    out.append(" ".repeat(count));
  }

  /** Ends a line, with the comment that stands behind it. */
  private void end(int to) {
    comments.reached(to);
    comments.takeBehind(to).ifPresent(comment -> out.append("  ").append(comment.text()));
    boolean ended = !out.isEmpty() && out.charAt(out.length() - 1) == '\n';
    out.append(ended ? "" : "\n");
  }
}
