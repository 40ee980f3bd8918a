package tidemark.runner.reader;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.runner.reader.ConnectorReader.Side;
import tidemark.runner.spec.ConnectorSpec;
import tidemark.runner.spec.ErrorPolicy;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.PipelineSpec.Variable;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SinkSpec;
import tidemark.runner.spec.SourceSpec;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.TriggerSpec;
import tidemark.runner.spec.UpgradeSpec;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlPath;

/** Reads a whole pipeline from its mapping. */
final class PipelineParts {
  private static final long DEFAULT_RETAINED = 100;

  private final Reading reading;
  private final Values values;
  private final ConnectorReader connectors;
  private final Map<String, Span> ids = new HashMap<>();
  private final Set<String> unread = new HashSet<>();
  private boolean complete = true;

  PipelineParts(Reading reading, List<Connector> connectors) {
    this.reading = reading;
    this.values = new Values(reading);
    this.connectors = new ConnectorReader(reading, connectors);
  }

  /**
   * @param start where the pipeline begins: what is missing is reported there
   */
  Optional<PipelineSpec> read(Mapping mapping, Span start, List<Variable> variables) {
    Keys keys = new Keys(reading, mapping, YamlPath.ROOT, start);
    format(keys, reading, values);
    Optional<Placed<String>> name =
        keys.require("pipeline", "pipeline: NAME").flatMap(values::name);
    Part<Placed<String>> description = Part.of(keys.find("description"), values::text);
    keys.find("vars");
    SourceReader sourceReader = new SourceReader(reading, connectors);
    List<SourceSpec> sources =
        section(keys.requireMeant("sources", "sources: {ID: …}"), sourceReader::read);
    StepReader stepReader = new StepReader(reading);
    List<StepSpec> steps = section(keys.findMeant("steps"), stepReader::read);
    Optional<Item> lateItem = keys.find("late_rows");
    Part<Placed<String>> late = Part.of(lateItem, this::lateRows);
    String lateSink = late.value().map(Placed::value).orElse("");
    List<SinkSpec> sinks =
        section(
            keys.requireMeant("sinks", "sinks: {ID: …}"), (id, item) -> sink(id, item, lateSink));
    Part<Placed<OutputMode>> mode =
        Part.of(keys.find("output_mode"), i -> values.constant(i, List.of(OutputMode.values())));
    Part<Placed<TriggerSpec>> trigger =
        Part.of(keys.find("trigger"), new TriggerReader(reading)::read);
    Part<Placed<Path>> checkpoint = Part.of(keys.find("checkpoint"), values::path);
    Part<Placed<ZoneId>> zone = Part.of(keys.find("time_zone"), this::zone);
    Part<Placed<WatermarkPolicy>> policy =
        Part.of(
            keys.find("watermark_policy"),
            i -> values.constant(i, List.of(WatermarkPolicy.values())));
    Part<ConnectorSpec> deadLetter = Part.of(keys.find("dead_letter"), this::deadLetter);
    Part<Optional<Placed<Long>>> memory = Part.of(keys.find("memory"), this::memory);
    Part<Placed<Long>> retain = Part.of(keys.find("retain_batches"), values::positive);
    Optional<Item> alerts = keys.find("alerts");
    UpgradeReader upgrades = new UpgradeReader(reading);
    Part<UpgradeSpec> upgrade = Part.of(keys.find("upgrade"), upgrades::read);
    keys.end();
    lateSinkExists(late, sinks);
    deadLettersHaveAPlace(sources, stepReader.onError(), deadLetter);
    boolean good =
        Part.allGood(
            description,
            late,
            mode,
            trigger,
            checkpoint,
            zone,
            policy,
            deadLetter,
            memory,
            retain,
            upgrade);
    if (!good || !complete || name.isEmpty()) {
      return Optional.empty();
    }
    Span place = name.get().span();
    return Optional.of(
        new PipelineSpec(
            reading.shown().toString(),
            reading.folder(),
            name.get(),
            description.value(),
            variables,
            sources,
            steps,
            stepReader.onError(),
            sinks,
            unread,
            mode.otherwise(new Placed<>(OutputMode.APPEND, place)),
            trigger.otherwise(new Placed<>(new TriggerSpec.AvailableNow(), place)),
            checkpoint.value(),
            zone.otherwise(new Placed<>(ZoneOffset.UTC, place)),
            policy.otherwise(new Placed<>(WatermarkPolicy.MIN, place)),
            late.value(),
            deadLetter.value(),
            memory.value().flatMap(m -> m),
            retain.otherwise(new Placed<>(DEFAULT_RETAINED, place)),
            alerts.map(Item::node),
            upgrade.otherwise(UpgradeSpec.NONE),
            place));
  }

  /** The format number, of a pipeline or a suite. */
  static void format(Keys keys, Reading reading, Values values) {
    Optional<Placed<String>> format = keys.require("format", "format: 1").flatMap(values::text);
    if (format.isPresent() && !format.get().value().equals("1")) {
      reading.error(
          Code.TM114,
          format.get().span(),
          "the format `" + format.get().value() + "` is not known",
          "write `format: 1`, or use a newer Tidemark");
    }
  }

  /** Reads one named thing. */
  @FunctionalInterface
  private interface Reader<T> {
    Optional<T> read(Placed<String> id, Item item);
  }

  private <T> List<T> section(Optional<Item> item, Reader<T> reader) {
    List<T> read = new ArrayList<>();
    if (item.isEmpty()) {
      return read;
    }
    YamlNode node = item.get().node();
    boolean nothing = node instanceof Scalar scalar && scalar.isNull();
    if (!(node instanceof Mapping mapping)) {
      complete = false;
      values.wrongShape(
          item.get(), "a mapping of ids", nothing ? "remove the key" : "write {id: {…}, …}");
      return read;
    }
    for (Entry entry : mapping.entries()) {
      Placed<String> id = Values.key(entry);
      checkId(id);
      Optional<T> one = reader.read(id, Values.below(item.get(), entry));
      one.ifPresentOrElse(read::add, () -> unread.add(id.value()));
    }
    return read;
  }

  private void checkId(Placed<String> id) {
    String name = id.value();
    if (!name.matches("[a-z][a-z0-9_]*")) {
      String better =
          name.toLowerCase(java.util.Locale.ROOT)
              .replaceAll("[^a-z0-9_]+", "_")
              .replaceFirst("^[^a-z]+", "");
      reading.error(
          Code.TM110,
          id.span(),
          "`" + name + "` cannot be an id: small letters, digits and `_` only, a letter first",
          better.isEmpty() ? "write for example `a1`" : "write `" + better + "`");
    }
    Span before = ids.putIfAbsent(name, id.span());
    if (before != null) {
      reading.error(
          Code.TM202,
          id.span(),
          "the id `"
              + name
              + "` is used twice, on lines "
              + before.line()
              + " and "
              + id.span().line(),
          "ids are unique across sources, steps and sinks: rename one of them");
    }
  }

  private Optional<SinkSpec> sink(Placed<String> id, Item item, String lateSink) {
    Optional<Keys> mapping = values.keys(item, "write `from: …` and `file: {path: …}` in it");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    boolean isLate = id.value().equals(lateSink);
    Optional<Item> from = isLate ? keys.find("from") : keys.require("from", "from: ID");
    Optional<Placed<String>> input = from.flatMap(values::name);
    Optional<ConnectorReader.Chosen> chosen = connectors.choose(keys, Side.SINK);
    Optional<ConnectorSpec> connector = chosen.flatMap(c -> connectors.options(c, Side.SINK));
    keys.end();
    if (isLate && from.isPresent()) {
      reading.error(
          Code.TM103,
          from.get().key(),
          "the sink of `late_rows` is given late rows only",
          "remove `from`, or name another sink in `late_rows`");
    }
    if (connector.isEmpty() || (!isLate && input.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new SinkSpec(id, isLate ? Optional.empty() : input, connector.get(), id.span()));
  }

  private Optional<Placed<String>> lateRows(Item item) {
    Optional<Keys> keys = values.keys(item, "write {sink: ID}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<Placed<String>> sink = keys.get().require("sink", "sink: ID").flatMap(values::name);
    keys.get().end();
    return sink;
  }

  private void lateSinkExists(Part<Placed<String>> late, List<SinkSpec> sinks) {
    if (late.value().isEmpty() || !complete) {
      return;
    }
    Placed<String> named = late.value().get();
    List<String> known = sinks.stream().map(s -> s.id().value()).toList();
    if (!known.contains(named.value())) {
      String near =
          Nearest.of(named.value(), known).map(n -> "did you mean `" + n + "`?").orElse("");
      reading.error(
          Code.TM201,
          named.span(),
          "`late_rows` names no sink: `" + named.value() + "`",
          near.isEmpty() ? "add a sink of that id" : near);
    } else if (known.size() == 1) {
      reading.error(
          Code.TM103,
          named.span(),
          "the only sink is the one for late rows: nothing takes the pipeline's result",
          "add a sink with `from: …`");
    }
  }

  private void deadLettersHaveAPlace(
      List<SourceSpec> sources,
      Map<String, Placed<ErrorPolicy>> onError,
      Part<ConnectorSpec> deadLetter) {
    if (!deadLetter.isGood() || deadLetter.value().isPresent()) {
      return;
    }
    for (SourceSpec source : sources) {
      if (source.onBadRecord().value() == BadRecordPolicy.DEAD_LETTER) {
        noPlace(source.id().value(), source.onBadRecord().span());
      }
    }
    onError.forEach(
        (step, policy) -> {
          if (policy.value() == ErrorPolicy.DEAD_LETTER) {
            noPlace(step, policy.span());
          }
        });
  }

  private void noPlace(String id, Span place) {
    reading.error(
        Code.TM104,
        place,
        "`" + id + "` has dead letters, and there is no place for them",
        "add `dead_letter: {file: {path: …, format: ndjson}}` at the top level");
  }

  private Optional<Placed<ZoneId>> zone(Item item) {
    Optional<Placed<String>> text = values.name(item);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String name = text.get().value();
    try {
      return Optional.of(new Placed<>(ZoneId.of(name), text.get().span()));
    } catch (DateTimeException wrong) {
      String near =
          Nearest.of(name, ZoneId.getAvailableZoneIds().stream().sorted().toList())
              .map(n -> "did you mean `" + n + "`?")
              .orElse("write for example `UTC`, `Europe/Berlin` or `+02:00`");
      reading.error(
          Code.TM106, text.get().span(), "the time zone `" + name + "` is not known", near);
      return Optional.empty();
    }
  }

  private Optional<ConnectorSpec> deadLetter(Item item) {
    Optional<Keys> keys = values.keys(item, "write {file: {path: …, format: ndjson}}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<ConnectorReader.Chosen> chosen = connectors.choose(keys.get(), Side.SINK);
    Optional<ConnectorSpec> connector = chosen.flatMap(c -> connectors.options(c, Side.SINK));
    keys.get().end();
    return connector;
  }

  private Optional<Optional<Placed<Long>>> memory(Item item) {
    Optional<Keys> keys = values.keys(item, "write {state: 512MB}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Part<Placed<Long>> state = Part.of(keys.get().find("state"), values::size);
    keys.get().end();
    return state.isGood() ? Optional.of(state.value()) : Optional.empty();
  }
}
