package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import tidemark.runner.yaml.Syntax.Form;
import tidemark.runner.yaml.Syntax.Leaf;
import tidemark.runner.yaml.Syntax.Pair;
import tidemark.runner.yaml.Syntax.Style;

/** Reads how a file that composes without findings is written. */
final class SyntaxReader {
  private final SourceText text;
  private final ParserImpl parser;

  private SyntaxReader(SourceText text) {
    this.text = text;
    this.parser =
        new ParserImpl(new StreamReader(text.slice(0, text.length())), new LoaderOptions());
  }

  /**
   * The one document.
   *
   * @param marked whether it begins with {@code ---}
   */
  record Document(Syntax root, boolean marked) {}

  /** Reads a text; empty if it is written in a way that cannot be kept (directives, tags). */
  static Optional<Document> read(SourceText text) {
    SyntaxReader reader = new SyntaxReader(text);
    reader.parser.getEvent();
    DocumentStartEvent start = (DocumentStartEvent) reader.parser.getEvent();
    boolean tags = start.getTags() != null && !start.getTags().isEmpty();
    boolean directives = start.getVersion() != null || tags;
    if (directives) {
      return Optional.empty();
    }
    try {
      Syntax root = reader.node(reader.parser.getEvent());
      return Optional.of(new Document(root, start.getExplicit()));
    } catch (Unkept unkept) {
      return Optional.empty();
    }
  }

  /** Something is written in a way that the formatter does not write. */
  private static final class Unkept extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unkept() {
      super(null, null, false, false);
    }
  }

  private Syntax node(Event event) {
    int at = event.getStartMark().getIndex();
    if (event instanceof AliasEvent alias) {
      return new Leaf(at, at, at + 1 + alias.getAnchor().length(), "", Form.ALIAS);
    }
    NodeEvent node = (NodeEvent) event;
    String anchor = node.getAnchor() == null ? "" : "&" + node.getAnchor() + " ";
    int from = anchor.isEmpty() ? at : content(at, event.getEndMark().getIndex());
    if (event instanceof ScalarEvent scalar) {
      return scalar(scalar, at, from, anchor);
    }
    CollectionStartEvent start = (CollectionStartEvent) event;
    if (start.getTag() != null) {
      throw new Unkept();
    }
    Style style = start.isFlow() ? Style.FLOW : Style.BLOCK;
    return event.getEventId() == Event.ID.MappingStart
        ? mapping(at, from, anchor, style)
        : sequence(at, from, anchor, style);
  }

  /** Behind an anchor, where the content begins. */
  private int content(int anchor, int end) {
    int at = anchor;
    while (at < end && !Character.isWhitespace(text.at(at))) {
      at++;
    }
    while (at < text.length() && (Character.isWhitespace(text.at(at)) || text.at(at) == '#')) {
      at = text.at(at) == '#' ? text.endOf(text.lineOf(at)) : at + 1;
    }
    return at;
  }

  private Leaf scalar(ScalarEvent event, int start, int from, String anchor) {
    if (event.getTag() != null) {
      throw new Unkept();
    }
    int end = Math.max(from, event.getEndMark().getIndex());
    boolean block =
        switch (event.getScalarStyle()) {
          case LITERAL, FOLDED -> true;
          case PLAIN, SINGLE_QUOTED, DOUBLE_QUOTED, JSON_SCALAR_STYLE -> false;
        };
    boolean nothing = end == from || event.getEndMark().getIndex() <= from && !block;
    Form form =
        block
            ? Form.BLOCK
            : nothing
                ? Form.EMPTY
                : text.lineOf(from) == text.lineOf(end - 1) ? Form.LINE : Form.FOLDED_LINES;
    return new Leaf(start, from, nothing ? from : end, anchor, form);
  }

  private Syntax mapping(int start, int from, String anchor, Style style) {
    List<Pair> pairs = new ArrayList<>();
    while (!parser.checkEvent(Event.ID.MappingEnd)) {
      Event event = parser.getEvent();
      if (!(node(event) instanceof Leaf key) || !isKey(key)) {
        throw new Unkept();
      }
      pairs.add(new Pair(key, node(parser.getEvent())));
    }
    int to = parser.getEvent().getEndMark().getIndex();
    int column = pairs.isEmpty() ? 0 : column(pairs.get(0).key().from());
    return new Syntax.Mapping(start, from, to, anchor, style, column, List.copyOf(pairs));
  }

  /** A key stands on one line and has no anchor; one that is long needs a question mark. */
  private static boolean isKey(Leaf key) {
    boolean plain = key.form() == Form.LINE || key.form() == Form.ALIAS;
    return plain && key.anchor().isEmpty() && key.to() - key.from() < 1_000;
  }

  private Syntax sequence(int start, int from, String anchor, Style style) {
    List<Syntax> items = new ArrayList<>();
    while (!parser.checkEvent(Event.ID.SequenceEnd)) {
      items.add(node(parser.getEvent()));
    }
    int to = parser.getEvent().getEndMark().getIndex();
    return new Syntax.Sequence(start, from, to, anchor, style, column(from), List.copyOf(items));
  }

  private int column(int offset) {
    return offset - text.startOf(text.lineOf(offset));
  }
}
