package tidemark.operators.builtin;

import java.time.Clock;
import java.util.List;
import tidemark.operators.builtin.rate.RateSource;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** {@code rate}: rows at a steady rate, for trying out. */
public final class RateConnector implements Connector {
  private final Clock clock;

  /** For ServiceLoader. */
  public RateConnector() {
    this(Clock.systemUTC());
  }

  /**
   * @param clock tells how many rows are due
   */
  public RateConnector(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "rate";
  }

  @Override
  public List<OptionSpec> sourceOptions() {
    return List.of(
        OptionSpec.optional("rows_per_second", OptionKind.COUNT, "how many rows a second; 1"),
        OptionSpec.optional(
            "rows_per_batch", OptionKind.COUNT, "how many rows every micro-batch has"));
  }

  @Override
  public List<OptionSpec> sinkOptions() {
    return List.of();
  }

  @Override
  public String inputGone() {
    return "nothing can be: its rows are computed";
  }

  @Override
  public SourceDescription describe(SourceRequest request, Diagnostics found) {
    for (String name : List.of("rows_per_second", "rows_per_batch")) {
      long rows = request.options().number(name).orElse(1L);
      if (rows < 1 || rows > 1_000_000_000) {
        found.error(
            Code.TM107,
            request.options().span(name),
            "`" + name + "` must be between 1 and 1000000000");
      }
    }
    if (request.columns().filter(columns -> !columns.equals(RateSource.SCHEMA)).isPresent()) {
      found.error(
          Code.TM614,
          request.firstOtherThan(RateSource.SCHEMA, request.options().place()),
          "a rate source has the columns `timestamp: timestamp` and `value: bigint`",
          "leave `columns` out");
    }
    return new SourceDescription(RateSource.SCHEMA, true, "rate", false);
  }

  @Override
  public Source open(SourceRequest request) {
    return new RateSource(
        request.options().number("rows_per_second").orElse(1L),
        request.options().number("rows_per_batch").orElse(0L),
        clock);
  }

  @Override
  public Sink open(SinkRequest request) {
    throw new IllegalArgumentException("rate is no sink");
  }
}
