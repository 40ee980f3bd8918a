package tidemark.runner.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
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
    if (spec.kind() == OptionKind.NAMES) {
      return Shapes.NAMES;
    }
    return spec.allowed().isEmpty() ? new Text(kind(spec.kind())) : new Words(spec.allowed());
  }

  private static List<String> example(OptionSpec spec) {
    if (!spec.allowed().isEmpty()) {
      return List.of(spec.allowed().get(0));
    }
    return switch (spec.kind()) {
      case TEXT -> List.of();
      case NAMES -> List.of("[a, b]");
      case SECRET -> List.of("${secret:" + spec.name() + "}");
      case PATH -> List.of("../data");
      case COUNT -> List.of("100");
      case BOOLEAN -> List.of("true");
      case SIZE -> List.of("64MiB");
      case CHARACTER -> List.of("\";\"");
      case DURATION -> List.of("10 seconds");
    };
  }

  private static TextKind kind(OptionKind kind) {
    return switch (kind) {
      case TEXT, SECRET -> TextKind.TEXT;
      case NAMES -> TextKind.NAME;
      case PATH -> TextKind.PATH;
      case COUNT -> TextKind.COUNT;
      case BOOLEAN -> TextKind.BOOLEAN;
      case SIZE -> TextKind.SIZE;
      case CHARACTER -> TextKind.CHARACTER;
      case DURATION -> TextKind.DURATION;
    };
  }
}
