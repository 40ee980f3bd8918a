package tidemark.runner.reader;

import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Diagnostics;

/** Connectors that only have options: a file, a database, a source without sink. */
final class Connectors {
  static final List<Connector> ALL = List.of(file(), jdbc(), rate(), console());

  private Connectors() {}

  private record OptionsOnly(
      String name, List<OptionSpec> sourceOptions, List<OptionSpec> sinkOptions)
      implements Connector {
    @Override
    public SourceDescription describe(SourceRequest request, Diagnostics found) {
      throw new AssertionError();
    }

    @Override
    public Source open(SourceRequest request) {
      throw new AssertionError();
    }

    @Override
    public Sink open(SinkRequest request) {
      throw new AssertionError();
    }
  }

  private static Connector file() {
    List<OptionSpec> source =
        List.of(
            OptionSpec.required("path", OptionKind.PATH, "what is read"),
            OptionSpec.oneOf("format", List.of("ndjson", "csv", "text"), "how it is read"),
            OptionSpec.optional("delimiter", OptionKind.CHARACTER, "between fields"),
            OptionSpec.optional("escape", OptionKind.CHARACTER, "before a quote"),
            OptionSpec.optional("comment", OptionKind.CHARACTER, "at the start of a line"),
            OptionSpec.optional("header", OptionKind.BOOLEAN, "whether there is one"),
            OptionSpec.optional("null_value", OptionKind.TEXT, "what is null"),
            OptionSpec.optional("trim_leading", OptionKind.BOOLEAN, "blanks before"),
            OptionSpec.optional("trim_trailing", OptionKind.BOOLEAN, "blanks behind"),
            OptionSpec.optional("timestamp_format", OptionKind.TEXT, "a pattern"),
            OptionSpec.optional("quiet_time", OptionKind.DURATION, "age of a file"),
            OptionSpec.optional("buffer", OptionKind.SIZE, "bytes at a time"),
            OptionSpec.optional("max_depth", OptionKind.COUNT, "folders below"));
    List<OptionSpec> sink =
        List.of(
            OptionSpec.required("path", OptionKind.PATH, "the folder"),
            OptionSpec.oneOf("format", List.of("ndjson", "csv"), "how it is written"));
    return new OptionsOnly("file", source, sink);
  }

  private static Connector jdbc() {
    List<OptionSpec> options =
        List.of(
            OptionSpec.required("url", OptionKind.TEXT, "the database"),
            OptionSpec.optional("table", OptionKind.TEXT, "the table"),
            OptionSpec.optional("user", OptionKind.TEXT, "who"),
            OptionSpec.optional("password", OptionKind.SECRET, "the password"));
    return new OptionsOnly("jdbc", options, options);
  }

  private static Connector rate() {
    return new OptionsOnly(
        "rate",
        List.of(OptionSpec.optional("rows_per_second", OptionKind.COUNT, "how many")),
        List.of());
  }

  private static Connector console() {
    return new OptionsOnly(
        "console",
        List.of(),
        List.of(OptionSpec.optional("rows", OptionKind.COUNT, "how many are shown")));
  }
}
