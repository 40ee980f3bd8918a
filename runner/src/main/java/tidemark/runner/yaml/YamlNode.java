package tidemark.runner.yaml;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;

/** A node of a YAML file, with its place. Aliases and merge keys are expanded. */
public sealed interface YamlNode {
  /** Where the node begins; the length is that of its first line. */
  Span span();

  /** The word for the node's kind in a message: {@code a mapping}, {@code a list}, {@code text}. */
  String kind();

  /** Keys with their values, in the order of the file; no key stands twice. */
  record Mapping(List<Entry> entries, Span span) implements YamlNode {
    public Mapping {
      entries = List.copyOf(entries);
    }

    /** The value of a key. */
    public Optional<YamlNode> find(String key) {
      return entry(key).map(Entry::value);
    }

    /** The entry of a key. */
    public Optional<Entry> entry(String key) {
      for (Entry entry : entries) {
        if (entry.key().text().equals(key)) {
          return Optional.of(entry);
        }
      }
      return Optional.empty();
    }

    @Override
    public String kind() {
      return "a mapping";
    }
  }

  /** One line of a mapping. */
  record Entry(Scalar key, YamlNode value) {}

  /** Nodes in order. */
  record Sequence(List<YamlNode> items, Span span) implements YamlNode {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  /**
   * A piece of text.
   *
   * @param text the text as written, after unquoting, unfolding and substitution: {@code no},
   *     {@code 0777}, {@code 1_000} stay what they are
   * @param map where the text's characters stand
   */
  record Scalar(String text, Style style, TextMap map, Span span) implements YamlNode {
    /** True for {@code null}, {@code ~} and nothing at all, where they are not quoted. */
    public boolean isNull() {
      return style == Style.PLAIN
          && (text.isEmpty()
              || text.equals("~")
              || text.equals("null")
              || text.equals("Null")
              || text.equals("NULL"));
    }

    /** The place of the comment that follows on the scalar's last line, if one does. */
    public Optional<Span> commentBehind() {
      return map.commentBehind();
    }

    @Override
    public String kind() {
      return isNull() ? "nothing" : "text";
    }
  }

  /** A node that cannot be read; why was reported, so who meets it has nothing to add. */
  record Broken(Span span) implements YamlNode {
    @Override
    public String kind() {
      return "unreadable";
    }
  }

  /** How a scalar is written. */
  enum Style {
    PLAIN,
    SINGLE_QUOTED,
    DOUBLE_QUOTED,
    /** A block after {@code |}. */
    LITERAL,
    /** A block after {@code >}. */
    FOLDED
  }
}
