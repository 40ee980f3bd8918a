package tidemark.runner.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionSpec;
import tidemark.runner.language.Key.Presence;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Text;
import tidemark.runner.language.Shape.Words;

/** The connectors' keys and options, as the connectors themselves declare them. */
final class ConnectorShapes {
  private ConnectorShapes() {}

  /**
   * A key for each connector that can be read from.
   *
   * @param common keys of every source that may stand among the options too
   */
  static List<Key> sources(List<Connector> connectors, List<Key> common) {
    return keys(connectors, "source", common);
  }

  /** A key for each connector that can be written to. */
  static List<Key> sinks(List<Connector> connectors) {
    return keys(connectors, "sink", List.of());
  }

  private static List<Key> keys(List<Connector> connectors, String side, List<Key> common) {
    List<Key> keys = new ArrayList<>();
    connectors.stream()
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .forEach(
            connector -> {
              List<OptionSpec> specs =
                  side.equals("source") ? connector.sourceOptions() : connector.sinkOptions();
              if (!specs.isEmpty()) {
                keys.add(key(connector.name(), side, specs, common));
              }
            });
    return keys;
  }

  private static Key key(String name, String side, List<OptionSpec> specs, List<Key> common) {
    List<Key> options = new ArrayList<>();
    specs.forEach(spec -> options.add(option(spec)));
    common.stream()
        .filter(key -> options.stream().noneMatch(o -> o.name().equals(key.name())))
        .forEach(options::add);
    String meaning = "The connector `" + name + "` as a " + side + ".";
    return Key.optional(name, new Mapping(name + "_" + side, meaning, options), meaning);
  }

  private static Key option(OptionSpec spec) {
    Shape shape = shape(spec);
    String meaning =
        spec.meaning().substring(0, 1).toUpperCase(Locale.ROOT) + spec.meaning().substring(1) + ".";
    return new Key(
        spec.name(),
        spec.required() ? Presence.REQUIRED : Presence.OPTIONAL,
        shape,
        meaning,
        example(spec));
  }

  private static Shape shape(OptionSpec spec) {
    if (!spec.allowed().isEmpty()) {
      return new Words(spec.allowed());
    }
    return switch (spec.kind()) {
      case NAMES -> Shapes.NAMES;
      case TEXTS -> Shapes.TEXTS;
      case PAIRS -> Shapes.PAIRS;
      case TEXT, SECRET -> Shapes.TEXT;
      case PATH, FOLDER -> Shapes.PATH;
      case COUNT -> Shapes.COUNT;
      case BOOLEAN -> Shapes.BOOLEAN;
      case SIZE -> Shapes.SIZE;
      case CHARACTER -> new Text(TextKind.CHARACTER);
      case DURATION -> Shapes.DURATION;
    };
  }

  private static List<String> example(OptionSpec spec) {
    if (!spec.allowed().isEmpty()) {
      return List.of(spec.allowed().get(0));
    }
    return switch (spec.kind()) {
      case TEXT -> List.of();
      case NAMES, TEXTS -> List.of("[a, b]");
      case PAIRS -> List.of("{name: text}");
      case SECRET -> List.of("${secret:" + spec.name() + "}");
      case PATH, FOLDER -> List.of("../data");
      case COUNT -> List.of("100");
      case BOOLEAN -> List.of("true");
      case SIZE -> List.of("64MiB");
      case CHARACTER -> List.of("\";\"");
      case DURATION -> List.of("10 seconds");
    };
  }
}
