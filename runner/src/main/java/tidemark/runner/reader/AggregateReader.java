package tidemark.runner.reader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.time.WindowSpec;
import tidemark.runner.reader.StepReader.Head;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.WindowText;
import tidemark.runner.yaml.YamlNode.Mapping;

/** Reads {@code aggregate} and its window. */
final class AggregateReader {
  private static final String WINDOW =
      "write {tumbling: 5 minutes}, {sliding: 10 minutes, every: 5 minutes} or"
          + " {session: 30 minutes}";

  private final Reading reading;
  private final Values values;

  AggregateReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
  }

  Optional<StepSpec> read(Head head, Item item) {
    Optional<Keys> mapping =
        values.keys(item, "write {window: …, by: [site], compute: {n: count(*)}}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<WindowText> window = Part.of(keys.find("window"), this::window);
    Part<List<KeyText>> by = Part.of(keys.find("by"), i -> keys(i, values));
    Optional<List<NamedText>> compute =
        keys.require("compute", "compute: {n: count(*)}").flatMap(values::columns);
    Part<Placed<Boolean>> changesOnly = Part.of(keys.find("changes_only"), values::bool);
    Part<Placed<Boolean>> closingRow = Part.of(keys.find("final"), values::bool);
    Part<Placed<Boolean>> op = Part.of(keys.find("op"), values::bool);
    keys.end();
    if (compute.isEmpty() || !Part.allGood(window, by, changesOnly, closingRow, op)) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Aggregate(
            head.id(),
            head.operator(),
            head.input(),
            window.value(),
            by.otherwise(List.of()),
            compute.get(),
            new StepSpec.Updates(changesOnly.value(), closingRow.value(), op.value())));
  }

  /** What rows are grouped by: a list of columns, or names with expressions. */
  static Optional<List<KeyText>> keys(Item item, Values values) {
    if (item.node() instanceof Mapping) {
      return values
          .columns(item)
          .map(
              columns ->
                  columns.stream()
                      .map(c -> new KeyText(c.name(), Optional.of(c.expression())))
                      .toList());
    }
    return values
        .names(item, "write [a, b] or {name: expression}")
        .map(names -> names.stream().map(n -> new KeyText(n, Optional.empty())).toList());
  }

  private Optional<WindowText> window(Item item) {
    Optional<Keys> mapping = values.keys(item, WINDOW);
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Item> tumbling = keys.find("tumbling");
    Optional<Item> sliding = keys.find("sliding");
    Optional<Item> session = keys.find("session");
    Part<Placed<String>> column = Part.of(keys.find("column"), values::name);
    boolean one = one(keys, tumbling, sliding, session);
    Part<Placed<Duration>> every = Part.of(keys.find("every"), this::length);
    Part<Placed<Duration>> offset =
        Part.of(keys.find("offset"), i -> values.duration(i, Code.TM404));
    Optional<Placed<Duration>> size =
        tumbling.or(() -> sliding).or(() -> session).flatMap(this::length);
    boolean fits = fits(keys, sliding.isPresent(), session.isPresent(), one);
    keys.end();
    if (!one || !fits || size.isEmpty() || !Part.allGood(column, every, offset)) {
      return Optional.empty();
    }
    return spec(size.get(), every.value(), offset.value(), session.isPresent())
        .map(
            spec ->
                new WindowText(
                    spec, size.get(), every.value(), offset.value(), column.value(), item.key()));
  }

  private Optional<Placed<Duration>> length(Item item) {
    return values.positiveDuration(item, Code.TM404);
  }

  private boolean one(
      Keys keys, Optional<Item> tumbling, Optional<Item> sliding, Optional<Item> session) {
    List<Item> kinds =
        java.util.stream.Stream.of(tumbling, sliding, session).flatMap(Optional::stream).toList();
    if (kinds.size() > 1) {
      reading.error(Code.TM404, kinds.get(1).key(), "the window is of more than one kind", WINDOW);
      return false;
    }
    if (kinds.isEmpty() && keys.othersThan("every", "offset", "column").isEmpty()) {
      keys.lacks("the window has no kind (at `" + keys.path() + "`)", WINDOW);
    }
    return !kinds.isEmpty();
  }

  /** Keys that belong to another kind of window, and the slide that a sliding one needs. */
  private boolean fits(Keys keys, boolean sliding, boolean session, boolean one) {
    boolean fits = true;
    Optional<Item> every = keys.find("every");
    Optional<Item> offset = keys.find("offset");
    if (one && sliding && every.isEmpty()) {
      keys.lacks("a sliding window needs `every`", "add `every: 5 minutes`");
      fits = false;
    }
    if (one && !sliding && every.isPresent()) {
      reading.error(
          Code.TM404,
          every.get().key(),
          "`every` belongs to a sliding window",
          "write {sliding: 10 minutes, every: 5 minutes}, or remove `every`");
      fits = false;
    }
    if (session && offset.isPresent()) {
      reading.error(
          Code.TM404,
          offset.get().key(),
          "a session has no `offset`: it begins with its first row",
          "remove `offset`");
      fits = false;
    }
    return fits;
  }

  private Optional<WindowSpec> spec(
      Placed<Duration> size,
      Optional<Placed<Duration>> every,
      Optional<Placed<Duration>> offset,
      boolean session) {
    if (session) {
      return Optional.of(new WindowSpec.Session(micros(size.value())));
    }
    Duration slide = every.orElse(size).value();
    Duration start = offset.map(Placed::value).orElse(Duration.ZERO);
    if (slide.compareTo(size.value()) > 0) {
      reading.error(
          Code.TM404,
          every.orElse(size).span(),
          "`every` is longer than the window: rows between windows would be lost",
          "write at most the window's length");
      return Optional.empty();
    }
    if (start.compareTo(slide) >= 0) {
      reading.error(
          Code.TM404,
          offset.orElse(size).span(),
          "`offset` must be shorter than the distance of the windows' starts",
          "write the rest that is left after whole windows");
      return Optional.empty();
    }
    return Optional.of(new WindowSpec.Fixed(micros(size.value()), micros(slide), micros(start)));
  }

  private static long micros(Duration duration) {
    return duration.toMillis() * 1_000;
  }
}
