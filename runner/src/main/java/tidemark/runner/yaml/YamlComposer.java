package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlFile.Written;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;
import tidemark.runner.yaml.YamlNode.Style;

/**
 * Composes a file's one document into a tree with places. Keys are text and stand once; aliases and
 * merge keys are expanded; nothing is turned into a boolean, number or date.
 */
public final class YamlComposer {
  /** The deepest nesting of mappings and lists. */
  static final int MAX_DEPTH = 50;

  /** How many nodes aliases may repeat in all. */
  static final int MAX_REPEATED_NODES = 100_000;

  private final SourceText text;
  private final Diagnostics found;
  private final ParserImpl parser;
  private final List<Written> scalars = new ArrayList<>();
  private final Map<String, Anchor> anchors = new HashMap<>();
  private long nodes;
  private long repeated;
  private int deepest;

  private YamlComposer(SourceText text, Diagnostics found) {
    this.text = text;
    this.found = found;
    this.parser =
        new ParserImpl(new StreamReader(text.slice(0, text.length())), new LoaderOptions());
  }

  /** Composes a file; whatever is wrong with the notation is reported. */
  public static YamlFile compose(SourceText text, Diagnostics found) {
    if (!isPrintable(text, found)) {
      return new YamlFile(text, Optional.empty(), List.of());
    }
    YamlComposer composer = new YamlComposer(text, found);
    Optional<YamlNode> root;
    try {
      root = composer.document();
    } catch (MarkedYAMLException wrong) {
      new ScannerMessages(text, found).report(wrong);
      root = Optional.empty();
    } catch (Stop stop) {
      root = Optional.empty();
    }
    return new YamlFile(text, root, composer.scalars);
  }

  private static boolean isPrintable(SourceText text, Diagnostics found) {
    for (int i = 0; i < text.length(); i++) {
      if (!StreamReader.isPrintable(text.at(i))) {
        found.error(
            Code.TM101,
            text.span(i, i + 1),
            String.format("the character U+%04X cannot stand in YAML", text.at(i)),
            "remove it; in a double-quoted text it can be written as an escape such as \\x07");
        return false;
      }
    }
    return true;
  }

  private Optional<YamlNode> document() {
    parser.getEvent();
    if (parser.checkEvent(Event.ID.StreamEnd)) {
      return empty();
    }
    parser.getEvent();
    YamlNode root = node(parser.getEvent(), YamlPath.ROOT, 1);
    parser.getEvent();
    if (!parser.checkEvent(Event.ID.StreamEnd)) {
      int second = parser.peekEvent().getStartMark().getIndex();
      found.error(
          Code.TM101,
          text.span(second, second + 3),
          "the file holds several documents; a second one begins here",
          "put each document into a file of its own");
      return Optional.empty();
    }
    if (root instanceof Scalar scalar && scalar.isNull()) {
      return empty();
    }
    return Optional.of(root);
  }

  private Optional<YamlNode> empty() {
    found.error(
        Code.TM101,
        Span.ofFile(text.file()),
        "the file is empty",
        "begin with `format: 1` and `pipeline: NAME`");
    return Optional.empty();
  }

  private YamlNode node(Event event, YamlPath path, int depth) {
    if (event instanceof AliasEvent alias) {
      return alias(alias, depth);
    }
    boolean collection = event.getEventId() != Event.ID.Scalar;
    if (collection && depth > MAX_DEPTH) {
      throw tooDeep(event);
    }
    nodes++;
    int deepestBefore = deepest;
    deepest = collection ? depth : 0;
    long nodesBefore = nodes;
    NodeEvent properties = (NodeEvent) event;
    String anchor = properties.getAnchor();
    if (anchor != null) {
      anchors.put(anchor, Anchor.OPEN);
    }
    int start = start(properties);
    YamlNode composed =
        switch (event.getEventId()) {
          case Scalar -> scalar((ScalarEvent) event, start);
          case SequenceStart -> sequence(start, path, depth);
          case MappingStart -> mapping(start, path, depth);
          default -> throw new AssertionError(event);
        };
    YamlNode node = tag(properties) == null ? composed : new YamlNode.Broken(composed.span());
    if (anchor != null && isNothing(node)) {
      node = standsOnNothing(anchor, event);
    }
    if (anchor != null) {
      anchors.put(anchor, new Anchor(node, nodes - nodesBefore + 1, deepest - depth));
    }
    deepest = Math.max(deepest, deepestBefore);
    return node;
  }

  private Stop tooDeep(Event event) {
    int at = event.getStartMark().getIndex();
    found.error(
        Code.TM108,
        text.span(at, at + 1),
        "mappings and lists are nested deeper than " + MAX_DEPTH,
        "flatten the structure");
    return new Stop();
  }

  private static boolean isNothing(YamlNode node) {
    return node instanceof Scalar scalar
        && scalar.style() == Style.PLAIN
        && scalar.text().isEmpty();
  }

  private YamlNode standsOnNothing(String anchor, Event event) {
    int at = event.getStartMark().getIndex();
    Span place = text.span(at, at + 1 + anchor.length());
    found.error(
        Code.TM109,
        place,
        "the anchor `&" + anchor + "` stands on nothing",
        "text that begins with `&` must be quoted");
    return new YamlNode.Broken(place);
  }

  /** Where a node's content begins, behind its anchor; a tag is refused. */
  private int start(NodeEvent event) {
    int at = event.getStartMark().getIndex();
    int end = event.getEndMark().getIndex();
    boolean more = event.getAnchor() != null || tag(event) != null;
    while (more && at < end && (text.at(at) == '&' || text.at(at) == '!')) {
      int from = at;
      while (at < end && !isSpace(text.at(at))) {
        at++;
      }
      if (text.at(from) == '!') {
        refuseTag(from, at);
      }
      at = skipToContent(at, end);
    }
    return at;
  }

  private static @Nullable String tag(NodeEvent event) {
    return switch (event.getEventId()) {
      case Scalar -> ((ScalarEvent) event).getTag();
      case SequenceStart, MappingStart ->
          ((org.yaml.snakeyaml.events.CollectionStartEvent) event).getTag();
      default -> null;
    };
  }

  private void refuseTag(int from, int to) {
    String tag = text.slice(from, to);
    String hint =
        tag.startsWith("!!")
            ? "leave the tag out: a value's type follows from where it stands"
            : "quote text that begins with `!`, for example \""
                + text.slice(from, text.endOf(text.lineOf(from))).strip()
                + "\"";
    found.error(
        Code.TM101, text.span(from, to), "`" + tag + "` is a YAML tag here, not text", hint);
  }

  private int skipToContent(int from, int end) {
    int at = from;
    while (at < end && (isSpace(text.at(at)) || text.at(at) == '#')) {
      at = text.at(at) == '#' ? text.endOf(text.lineOf(at)) : at + 1;
    }
    return at;
  }

  private static boolean isSpace(int point) {
    return point == ' ' || point == '\t' || point == '\n' || point == '\r';
  }

  private Scalar scalar(ScalarEvent event, int start) {
    int end = Math.max(start, event.getEndMark().getIndex());
    Style style =
        switch (event.getScalarStyle()) {
          case PLAIN, JSON_SCALAR_STYLE -> Style.PLAIN;
          case SINGLE_QUOTED -> Style.SINGLE_QUOTED;
          case DOUBLE_QUOTED -> Style.DOUBLE_QUOTED;
          case LITERAL -> Style.LITERAL;
          case FOLDED -> Style.FOLDED;
        };
    String value = event.getValue();
    if (end > start) {
      scalars.add(new Written(start, end));
    }
    SourceText source = text;
    TextMap map = new TextMap(source, () -> ScalarPlaces.find(source, start, end, style, value));
    return new Scalar(value, style, map, text.span(start, end));
  }

  private Sequence sequence(int start, YamlPath path, int depth) {
    boolean brackets = text.at(start) == '[';
    List<YamlNode> items = new ArrayList<>();
    while (!parser.checkEvent(Event.ID.SequenceEnd)) {
      items.add(node(parser.getEvent(), path.item(items.size()), depth + 1));
    }
    int end = parser.getEvent().getEndMark().getIndex();
    return new Sequence(
        brackets ? new CutText(found).joinedItems(items) : items, collectionSpan(start, end));
  }

  /** A collection in braces or brackets is marked whole, another one by its first line. */
  private Span collectionSpan(int start, int end) {
    Span span = text.span(start, Math.max(end, start + 1));
    String first = text.slice(start, start + Math.min(span.length(), text.length() - start));
    String content = first.stripTrailing();
    return span.shifted(0, content.codePointCount(0, content.length()));
  }

  private YamlNode mapping(int start, YamlPath path, int depth) {
    boolean braces = text.at(start) == '{';
    List<Entry> read = new ArrayList<>();
    while (!parser.checkEvent(Event.ID.MappingEnd)) {
      Scalar key = key(path, depth);
      YamlPath below = path.key(key == null ? "?" : key.text());
      YamlNode value = node(parser.getEvent(), below, depth + 1);
      if (key != null) {
        read.add(new Entry(key, value));
      }
    }
    Span span = collectionSpan(start, parser.getEvent().getEndMark().getIndex());
    if (braces && text.at(start + 1) == '{') {
      return new YamlNode.Broken(span);
    }
    return new Mapping(entries(braces ? new CutText(found).joined(read) : read, path), span);
  }

  /** The entries with those that are merged in, each key once. */
  private List<Entry> entries(List<Entry> read, YamlPath path) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    List<Mapping> merged = new ArrayList<>();
    Scalar merge = null;
    for (Entry entry : read) {
      Scalar key = entry.key();
      YamlPath below = path.key(key.text());
      boolean isMerge = key.text().equals("<<") && key.style() == Style.PLAIN;
      if (isMerge && merge == null) {
        merge = key;
        merged.addAll(merges(entry.value(), below));
      } else if (isMerge) {
        twice(merge, key, below);
      } else {
        Entry before = entries.putIfAbsent(key.text(), entry);
        if (before != null) {
          twice(before.key(), key, below);
        }
      }
    }
    for (Mapping mapping : merged) {
      mapping.entries().forEach(e -> entries.putIfAbsent(e.key().text(), e));
    }
    return List.copyOf(entries.values());
  }

  private @Nullable Scalar key(YamlPath path, int depth) {
    Event event = parser.getEvent();
    int at = event.getStartMark().getIndex();
    YamlNode key = node(event, path.key("?"), depth + 1);
    if (key instanceof Scalar scalar
        && !(scalar.style() == Style.PLAIN && scalar.text().isEmpty())) {
      return scalar;
    }
    boolean braces = text.at(at) == '{' && text.at(at - 1) == '{';
    if (braces) {
      new ScannerMessages(text, found).doubleBraces(at - 1);
    } else if (key instanceof Scalar) {
      found.error(
          Code.TM101,
          text.span(at, at + 1),
          "a key is missing before `:`",
          "write `key: value`; text that begins with `:` must be quoted");
    } else if (!(key instanceof YamlNode.Broken)) {
      found.error(
          Code.TM101,
          key.span(),
          "a key must be text, not " + key.kind(),
          "quote text that begins with `{`, `[` or `?`");
    }
    return null;
  }

  private void twice(Scalar first, Scalar second, YamlPath path) {
    int one = first.span().line();
    int two = second.span().line();
    String lines = one == two ? "on line " + one : "on lines " + one + " and " + two;
    found.error(
        Code.TM102,
        second.span(),
        "the key `" + second.text() + "` stands twice, " + lines + " (at `" + path + "`)",
        "remove one of them");
  }

  private List<Mapping> merges(YamlNode value, YamlPath path) {
    if (value instanceof Mapping mapping) {
      return List.of(mapping);
    }
    List<Mapping> all = new ArrayList<>();
    boolean good = value instanceof Sequence;
    if (value instanceof Sequence list) {
      for (YamlNode item : list.items()) {
        good &= item instanceof Mapping;
        if (item instanceof Mapping mapping) {
          all.add(mapping);
        }
      }
    }
    if (!good && !(value instanceof YamlNode.Broken)) {
      found.error(
          Code.TM105,
          value.span(),
          "`<<` merges mappings, not " + value.kind() + " (at `" + path + "`)",
          "write `<<: *name` or `<<: [*one, *two]`");
    }
    return all;
  }

  private YamlNode alias(AliasEvent event, int depth) {
    int at = event.getStartMark().getIndex();
    String name = event.getAnchor();
    Span place = text.span(at, at + 1 + name.length());
    Anchor anchor = anchors.get(name);
    String hint = "text that begins with `*` must be quoted: \"*" + name + "\"";
    if (anchor == null || anchor.target == null) {
      String message =
          anchor == null
              ? "the alias `*" + name + "` names no anchor"
              : "the alias `*" + name + "` contains itself";
      found.error(Code.TM109, place, message, anchor == null ? hint : "write the part out");
      return new YamlNode.Broken(place);
    }
    nodes += anchor.nodes;
    repeated += anchor.nodes;
    deepest = Math.max(deepest, depth + anchor.height);
    if (repeated > MAX_REPEATED_NODES || depth + anchor.height > MAX_DEPTH) {
      found.error(
          Code.TM108,
          place,
          repeated > MAX_REPEATED_NODES
              ? "aliases repeat more than " + MAX_REPEATED_NODES + " nodes"
              : "mappings and lists are nested deeper than " + MAX_DEPTH,
          "write less with aliases");
      throw new Stop();
    }
    return anchor.node();
  }

  /** A node that aliases may name, with the number of its nodes and its height. */
  private record Anchor(@Nullable YamlNode target, long nodes, int height) {
    /** A node that is still being composed. */
    static final Anchor OPEN = new Anchor(null, 0, 0);

    YamlNode node() {
      YamlNode node = target;
      if (node == null) {
        throw new AssertionError();
      }
      return node;
    }
  }

  /** Ends composing after a finding that leaves nothing to go on with. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stop() {
      super(null, null, false, false);
    }
  }
}
