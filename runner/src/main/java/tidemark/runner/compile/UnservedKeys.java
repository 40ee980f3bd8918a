package tidemark.runner.compile;

import java.util.Map;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.DeadLetter;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.spec.PipelineSpec;

/** Keys of the language that this version reads and does not serve: an error, never ignored. */
final class UnservedKeys {
  private UnservedKeys() {}

  static void refuse(PipelineSpec spec, Diagnostics found) {
    spec.lateRows()
        .filter(late -> hasInput(spec, late.value()))
        .ifPresent(
            late ->
                found.error(
                    Code.TM312,
                    late.span(),
                    "a sink for late rows is not in this version of Tidemark",
                    "leave `late_rows` out; late rows are counted for each step"));
  }

  /** Whether a sink is given rows anyway; one without is refused where it stands. */
  private static boolean hasInput(PipelineSpec spec, String sink) {
    return spec.sinks().stream().anyMatch(s -> s.id().value().equals(sink) && s.from().isPresent());
  }

  /** Checks the place for dead letters as any sink's. */
  static void checkDeadLetters(
      PipelineSpec spec, Map<String, Connector> connectors, Diagnostics found) {
    spec.deadLetter()
        .ifPresent(
            place ->
                SourceCompiler.connector(connectors, place, found)
                    .ifPresent(
                        connector ->
                            connector.check(
                                new SinkRequest(
                                    "dead_letter",
                                    place.options(),
                                    DeadLetter.COLUMNS,
                                    OutputMode.APPEND,
                                    spec.name().value(),
                                    "",
                                    spec.timeZone().value()),
                                found)));
  }
}
