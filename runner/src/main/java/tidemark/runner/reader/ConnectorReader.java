package tidemark.runner.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.ConnectorSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;

/** Finds the one connector key of a source or sink and checks what stands behind it. */
final class ConnectorReader {
  /** Whether a connector is to be read from or written to. */
  enum Side {
    SOURCE,
    SINK
  }

  private final Reading reading;
  private final Values values;
  private final List<Connector> connectors;

  ConnectorReader(Reading reading, List<Connector> connectors) {
    this.reading = reading;
    this.values = new Values(reading);
    this.connectors = List.copyOf(connectors);
  }

  /** A connector's key and the mapping behind it, before its options are read. */
  record Chosen(Connector connector, Placed<String> name, Keys keys) {}

  /**
   * The connector of a mapping whose other keys were all asked for already; that there is none, or
   * more than one, is reported.
   */
  Optional<Chosen> choose(Keys owner, Side side) {
    List<Entry> others = owner.others();
    names(side).forEach(owner::find);
    List<Entry> chosen = others.stream().filter(e -> find(e.key().text()).isPresent()).toList();
    chosen.forEach(e -> owner.find(e.key().text()));
    if (chosen.size() > 1) {
      reading.error(
          Code.TM111,
          chosen.get(1).key().span(),
          "`"
              + owner.path()
              + "` has more than one connector: "
              + quoted(chosen.stream().map(e -> e.key().text()).toList()),
          "keep one of them");
      return Optional.empty();
    }
    if (chosen.isEmpty()) {
      none(owner, others, side);
      return Optional.empty();
    }
    Entry entry = chosen.get(0);
    Connector connector = find(entry.key().text()).orElseThrow();
    if (specs(connector, side).isEmpty()) {
      reading.error(
          Code.TM209,
          entry.key().span(),
          "the connector `" + connector.name() + "` cannot be used as a " + word(side),
          "use one of: " + String.join(", ", names(side)));
      return Optional.empty();
    }
    return values
        .keys(owner.item(entry), "write `" + connector.name() + ": {option: value, …}`")
        .map(keys -> new Chosen(connector, Values.key(entry), keys));
  }

  private void none(Keys owner, List<Entry> others, Side side) {
    List<Entry> mappings = others.stream().filter(e -> e.value() instanceof Mapping).toList();
    String known = String.join(", ", names(side));
    if (mappings.isEmpty()) {
      if (others.isEmpty()) {
        reading.error(
            Code.TM111,
            owner.owner(),
            "`" + owner.path() + "` has no connector",
            "add one of: " + known);
      }
      return;
    }
    Entry unknown = mappings.get(0);
    String name = unknown.key().text();
    owner.find(name);
    String near = Nearest.of(name, names(side)).map(n -> "did you mean `" + n + "`? ").orElse("");
    reading.error(
        Code.TM208,
        unknown.key().span(),
        "the connector `" + name + "` is not known",
        near + "known: " + known);
  }

  private static String quoted(List<String> names) {
    return "`" + String.join("`, `", names) + "`";
  }

  private Optional<Connector> find(String name) {
    return connectors.stream().filter(c -> c.name().equals(name)).findFirst();
  }

  private List<String> names(Side side) {
    return connectors.stream()
        .filter(c -> !specs(c, side).isEmpty())
        .map(Connector::name)
        .sorted()
        .toList();
  }

  private static String word(Side side) {
    return side == Side.SOURCE ? "source" : "sink";
  }

  static List<OptionSpec> specs(Connector connector, Side side) {
    return side == Side.SOURCE ? connector.sourceOptions() : connector.sinkOptions();
  }

  /** The checked options of a connector; other keys of its mapping are reported. */
  Optional<ConnectorSpec> options(Chosen chosen, Side side) {
    Map<String, Object> read = new HashMap<>();
    Map<String, Span> spans = new HashMap<>();
    boolean complete = true;
    for (OptionSpec spec : specs(chosen.connector(), side)) {
      Optional<Item> item =
          spec.required()
              ? chosen.keys().require(spec.name(), spec.name() + ": …")
              : chosen.keys().find(spec.name());
      Optional<Placed<Object>> value = item.flatMap(i -> value(i, spec));
      complete &= item.isPresent() ? value.isPresent() : !spec.required();
      value.ifPresent(
          v -> {
            read.put(spec.name(), v.value());
            spans.put(spec.name(), v.span());
          });
      if (spec.kind() == OptionKind.FOLDER) {
        read.putIfAbsent(spec.name(), reading.folder());
      }
    }
    chosen.keys().end();
    Options options = new Options(read, spans, chosen.name().span());
    return complete ? Optional.of(new ConnectorSpec(chosen.name(), options)) : Optional.empty();
  }

  private Optional<Placed<Object>> value(Item item, OptionSpec spec) {
    new PasswordCheck(reading).check(item, spec);
    if (!spec.allowed().isEmpty()) {
      return values.word(item, spec.allowed()).map(ConnectorReader::untyped);
    }
    return switch (spec.kind()) {
      case TEXT, SECRET -> values.text(item).map(ConnectorReader::untyped);
      case NAMES ->
          values
              .names(item, "write [a, b]")
              .map(names -> new Placed<>(plain(names), item.node().span()));
      case TEXTS ->
          values
              .someItems(item, "write [a, b]")
              .flatMap(items -> Values.all(items, values::text))
              .map(texts -> new Placed<>(plain(texts), item.node().span()));
      case PAIRS -> values.pairs(item).map(pairs -> new Placed<>(pairs, item.node().span()));
      case PATH, FOLDER -> values.path(item).map(ConnectorReader::untyped);
      case COUNT -> values.count(item).map(ConnectorReader::untyped);
      case BOOLEAN -> values.bool(item).map(ConnectorReader::untyped);
      case SIZE -> values.size(item).map(ConnectorReader::untyped);
      case CHARACTER -> character(item).map(ConnectorReader::untyped);
      case DURATION -> values.duration(item).map(d -> new Placed<>(d.value().toMillis(), d.span()));
    };
  }

  private static Object plain(List<Placed<String>> names) {
    return names.stream().map(Placed::value).toList();
  }

  private static Placed<Object> untyped(Placed<?> value) {
    return new Placed<>(value.value(), value.span());
  }

  private Optional<Placed<String>> character(Item item) {
    Optional<Placed<String>> text = values.text(item);
    if (text.isEmpty()) {
      return text;
    }
    String written = text.get().value();
    String read = written.equals("\\t") ? "\t" : written.equals("\\\\") ? "\\" : written;
    if (read.codePointCount(0, read.length()) != 1) {
      reading.error(
          Code.TM107,
          text.get().span(),
          "`" + item.path() + "` is one character, not `" + written + "`",
          "write one character, or \\t for a tab");
      return Optional.empty();
    }
    return Optional.of(new Placed<>(read, text.get().span()));
  }
}
