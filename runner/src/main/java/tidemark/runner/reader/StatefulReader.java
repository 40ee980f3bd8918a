package tidemark.runner.reader;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.types.Ddl;
import tidemark.runner.reader.StepReader.Head;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.KeyText;
import tidemark.runner.spec.KeyedRules.OnTimeout;
import tidemark.runner.spec.KeyedRules.Processor;
import tidemark.runner.spec.KeyedRules.Rule;
import tidemark.runner.spec.KeyedRules.StateField;
import tidemark.runner.spec.KeyedRules.TimeDomain;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Reads {@code stateful}: keyed state, rules and the time-out, or a processor. */
final class StatefulReader {
  private static final String RULE = "write {when: …, set: {…}, emit: {…}, timeout: 10 minutes}";

  private final Reading reading;
  private final Values values;

  StatefulReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
  }

  Optional<StepSpec> read(Head head, Item item) {
    Optional<Keys> mapping = values.keys(item, "write {by: [card], state: {…}, rules: [{…}]}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<List<KeyText>> by =
        keys.require("by", "by: [KEY]").flatMap(i -> AggregateReader.keys(i, values));
    Part<List<StateField>> state = Part.of(keys.find("state"), this::state);
    Part<Placed<TimeDomain>> time =
        Part.of(keys.find("time"), i -> values.constant(i, List.of(TimeDomain.values())));
    boolean isCode = keys.has("processor");
    Optional<Processor> processor = isCode ? processor(keys) : Optional.empty();
    Optional<List<Rule>> rules = isCode ? Optional.of(List.of()) : rules(keys);
    Part<OnTimeout> timeout = Part.of(keys.find("on_timeout"), this::onTimeout);
    keys.end();
    if (by.isEmpty()
        || rules.isEmpty()
        || isCode != processor.isPresent()
        || !Part.allGood(state, time, timeout)) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Stateful(
            head.id(),
            head.operator(),
            head.input(),
            by.get(),
            state.otherwise(List.of()),
            time.otherwise(new Placed<>(TimeDomain.EVENT_TIME, item.key())),
            rules.get(),
            timeout.value(),
            processor));
  }

  private Optional<List<Rule>> rules(Keys keys) {
    return keys.require("rules", "rules: [{when: …, emit: {…}}]")
        .flatMap(i -> values.someItems(i, RULE))
        .flatMap(items -> Values.all(items, this::rule));
  }

  /** A processor declares its own state and does what rules would do. */
  private Optional<Processor> processor(Keys keys) {
    Optional<Placed<String>> name = keys.find("processor").flatMap(values::name);
    Part<Map<String, String>> options = Part.of(keys.find("options"), values::pairs);
    boolean alone = true;
    for (String key : List.of("state", "rules", "on_timeout")) {
      Optional<Item> other = keys.find(key);
      if (other.isPresent()) {
        alone = false;
        reading.error(
            Code.TM103,
            other.get().key(),
            "`" + key + "` stands beside `processor`, which does all of it in Java",
            "remove one of the two");
      }
    }
    return alone && options.isGood()
        ? name.map(n -> new Processor(n, options.otherwise(Map.of())))
        : Optional.empty();
  }

  private Optional<List<StateField>> state(Item item) {
    return values
        .entries(item, "write {count: {type: int, initial: 0}}")
        .flatMap(entries -> Values.all(entries, e -> stateField(item, e)));
  }

  private Optional<StateField> stateField(Item item, Entry entry) {
    Optional<Keys> keys = values.keys(Values.below(item, entry), "write {type: int, initial: 0}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<Scalar> type =
        keys.get().require("type", "type: int").flatMap(i -> values.scalar(i, "write a type"));
    Part<ExpressionText> initial = Part.of(keys.get().find("initial"), values::expression);
    keys.get().end();
    Optional<Ddl> ddl = type.flatMap(t -> Ddl.parse(t.text(), t.map(), reading.found()));
    if (ddl.isEmpty() || !initial.isGood()) {
      return Optional.empty();
    }
    return Optional.of(
        new StateField(
            Values.key(entry),
            new Placed<>(ddl.get().type(), type.orElseThrow().span()),
            initial.value()));
  }

  /** What a rule and the time-out have in common. */
  private record Body(
      Part<List<NamedText>> set,
      Part<List<NamedText>> emit,
      Part<Placed<Duration>> timeout,
      Part<Placed<Boolean>> clear) {
    boolean isGood() {
      return Part.allGood(set, emit, timeout, clear);
    }
  }

  private Body body(Keys keys) {
    Body body =
        new Body(
            Part.of(keys.find("set"), values::columns),
            Part.of(keys.find("emit"), values::columns),
            Part.of(keys.find("timeout"), i -> values.positiveDuration(i, Code.TM107)),
            Part.of(keys.find("clear"), values::bool));
    keys.end();
    boolean nothing =
        !keys.has("set") && !keys.has("emit") && !keys.has("timeout") && !keys.has("clear");
    if (nothing) {
      keys.lacks("`" + keys.path() + "` does nothing", "add `set`, `emit`, `timeout` or `clear`");
    }
    return body;
  }

  private Optional<Rule> rule(Item item) {
    Optional<Keys> keys = values.keys(item, RULE);
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Part<ExpressionText> when = Part.of(keys.get().find("when"), values::expression);
    Body body = body(keys.get());
    if (!body.isGood() || !when.isGood()) {
      return Optional.empty();
    }
    return Optional.of(
        new Rule(
            when.value(),
            body.set().otherwise(List.of()),
            body.emit().value(),
            body.timeout().value(),
            body.clear().otherwise(new Placed<>(false, item.key())),
            item.key()));
  }

  private Optional<OnTimeout> onTimeout(Item item) {
    Optional<Keys> keys = values.keys(item, "write {emit: {…}, clear: true}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Body body = body(keys.get());
    if (!body.isGood()) {
      return Optional.empty();
    }
    return Optional.of(
        new OnTimeout(
            body.set().otherwise(List.of()),
            body.emit().value(),
            body.timeout().value(),
            body.clear().otherwise(new Placed<>(false, item.key())),
            item.key()));
  }
}
