package tidemark.runner.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ParseResult;
import tidemark.runner.engine.Trigger;
import tidemark.runner.reader.Quantities;
import tidemark.runner.spec.TriggerSpec;

/** Triggers as the pipeline file and the command line write them. */
final class Triggers {
  private static final String EVERY = "every:";

  private Triggers() {}

  /** The trigger that the pipeline file says. */
  static Trigger of(TriggerSpec spec) {
    if (spec instanceof TriggerSpec.Every every) {
      return new Trigger.Every(every.interval().value().toMillis());
    }
    return spec instanceof TriggerSpec.Once ? new Trigger.Once() : new Trigger.AvailableNow();
  }

  /**
   * The trigger that an option says.
   *
   * @throws picocli.CommandLine.ParameterException if it is none
   */
  static Trigger parse(String text, ParseResult arguments) {
    if (text.equals("once")) {
      return new Trigger.Once();
    }
    if (text.equals("available_now")) {
      return new Trigger.AvailableNow();
    }
    return Optional.of(text)
        .filter(t -> t.startsWith(EVERY))
        .flatMap(t -> Quantities.readDuration(t.substring(EVERY.length())))
        .map(Duration::toMillis)
        .filter(millis -> millis > 0)
        .map(Trigger.Every::new)
        .orElseThrow(
            () ->
                Options.bad(
                    arguments,
                    "Invalid value '%s' for --trigger: expected available_now, once, or every:10s"
                        .formatted(text)));
  }
}
