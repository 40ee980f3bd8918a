package tidemark.runner.reader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.diagnostics.Code;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TriggerSpec;
import tidemark.runner.yaml.YamlNode.Mapping;

/** Reads {@code trigger}: a word, or {@code {every: DURATION}}. */
final class TriggerReader {
  private static final String AVAILABLE_NOW = "available_now";
  private static final String ONCE = "once";

  /** How other tools, and the command line, write an interval as one text. */
  private static final Pattern AS_TEXT =
      Pattern.compile("(?:every\\s*:?|interval:?)?\\s*(.+)", Pattern.CASE_INSENSITIVE);

  private final Reading reading;
  private final Values values;

  TriggerReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
  }

  Optional<Placed<TriggerSpec>> read(Item item) {
    return item.node() instanceof Mapping ? every(item) : word(item);
  }

  private Optional<Placed<TriggerSpec>> every(Item item) {
    Keys keys = values.keys(item, "write {every: 10 seconds}").orElseThrow();
    Optional<Placed<Duration>> every =
        keys.require("every", "every: 10 seconds")
            .flatMap(i -> values.positiveDuration(i, Code.TM107));
    keys.end();
    return every.map(e -> new Placed<>(new TriggerSpec.Every(e), e.span()));
  }

  private Optional<Placed<TriggerSpec>> word(Item item) {
    Optional<Placed<String>> text = values.text(item);
    Optional<String> interval = text.map(Placed::value).flatMap(TriggerReader::interval);
    if (interval.isPresent()) {
      reading.error(
          Code.TM106,
          text.get().span(),
          "`" + text.get().value() + "` is not allowed for `" + item.path() + "`",
          "write `trigger: {every: " + interval.get() + "}`");
      return Optional.empty();
    }
    return values
        .word(item, List.of(AVAILABLE_NOW, ONCE), "{every: 10 seconds}")
        .map(
            word ->
                new Placed<>(
                    word.value().equals(ONCE)
                        ? new TriggerSpec.Once()
                        : new TriggerSpec.AvailableNow(),
                    word.span()));
  }

  /** The interval that a text means, as {@code every} takes it. */
  private static Optional<String> interval(String text) {
    Matcher written = AS_TEXT.matcher(text.strip());
    return written.matches()
        ? Optional.of(written.group(1))
            .filter(length -> Quantities.readDuration(length).filter(d -> !d.isZero()).isPresent())
        : Optional.empty();
  }
}
