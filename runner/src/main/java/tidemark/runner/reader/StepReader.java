package tidemark.runner.reader;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.ErrorPolicy;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.StepSpec.Within;
import tidemark.runner.yaml.YamlNode.Entry;

/** Reads one step: its inputs and its one operator. */
final class StepReader {
  private final Reading reading;
  private final Values values;

  /** The operators that compute nothing which can fail on a row. */
  private static final Set<String> NEVER_FAIL =
      Set.of("drop", "rename", "explode", "watermark", "deduplicate", "union", "limit", "sort");

  private final Map<String, Operator> operators = new LinkedHashMap<>();
  private final Map<String, Placed<ErrorPolicy>> onError = new LinkedHashMap<>();

  StepReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
    AggregateReader aggregates = new AggregateReader(reading);
    StatefulReader stateful = new StatefulReader(reading);
    operators.put("filter", this::filter);
    operators.put("select", this::select);
    operators.put("with", this::with);
    operators.put("drop", this::drop);
    operators.put("rename", this::rename);
    operators.put("explode", this::explode);
    operators.put("watermark", this::watermark);
    operators.put("aggregate", aggregates::read);
    operators.put("deduplicate", this::deduplicate);
    operators.put("join", this::join);
    operators.put("union", this::union);
    operators.put("lookup", this::lookup);
    operators.put("stateful", stateful::read);
    operators.put("limit", this::limit);
    operators.put("sort", this::sort);
  }

  /** What every step has. */
  record Head(Placed<String> id, Span operator, Optional<Placed<String>> from) {
    Placed<String> input() {
      return from.orElseThrow();
    }
  }

  /** Reads what stands behind an operator's key. */
  @FunctionalInterface
  interface Operator {
    Optional<? extends StepSpec> read(Head head, Item item);
  }

  Optional<StepSpec> read(Placed<String> id, Item item) {
    Optional<Keys> mapping = values.keys(item, "write `from: …` and one operator in it");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Entry> chosen = choose(keys);
    boolean wantsFrom = chosen.isEmpty() || !namesItsInputs(chosen.get().key().text());
    Optional<Item> written = wantsFrom ? keys.require("from", "from: ID") : keys.find("from");
    Optional<Placed<String>> from = written.flatMap(this::from);
    Part<Placed<ErrorPolicy>> policy = Part.of(keys.find("on_error"), this::errorPolicy);
    keys.end();
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    String operator = chosen.get().key().text();
    policy.value().ifPresent(p -> note(id, operator, p));
    if (!wantsFrom && written.isPresent()) {
      reading.error(
          Code.TM103,
          written.get().key(),
          "`" + operator + "` names its inputs itself; `from` cannot stand beside it",
          "remove `from`");
    }
    // Without `from` the operator is read for its findings only.
    Placed<String> unknown = new Placed<>("", id.span());
    Head head =
        new Head(
            id, chosen.get().key().span(), wantsFrom ? from.or(() -> Optional.of(unknown)) : from);
    Optional<? extends StepSpec> step = operators.get(operator).read(head, keys.item(chosen.get()));
    boolean complete = policy.isGood() && (!wantsFrom || from.isPresent());
    return complete ? step.map(StepSpec.class::cast) : Optional.empty();
  }

  /** What happens to the rows on which the steps read so far fail, by step. */
  Map<String, Placed<ErrorPolicy>> onError() {
    return onError;
  }

  private Optional<Placed<ErrorPolicy>> errorPolicy(Item item) {
    return values.constant(item, List.of(ErrorPolicy.values()));
  }

  private void note(Placed<String> id, String operator, Placed<ErrorPolicy> policy) {
    if (NEVER_FAIL.contains(operator)) {
      reading.error(
          Code.TM103,
          policy.span(),
          "`" + operator + "` computes nothing that can fail on a row",
          "remove `on_error`, or set it on the step that computes");
      return;
    }
    onError.put(id.value(), policy);
  }

  private static boolean namesItsInputs(String operator) {
    return operator.equals("union") || operator.equals("join");
  }

  private Optional<Placed<String>> from(Item item) {
    if (item.node().kind().equals("a list")) {
      values.wrongShape(item, "one id", "to read several, write `union: [a, b]` instead");
      return Optional.empty();
    }
    return values.name(item);
  }

  /** The one operator of a step; that there is none, or more than one, is reported. */
  private Optional<Entry> choose(Keys keys) {
    List<Entry> others = keys.others();
    operators.keySet().forEach(keys::find);
    List<Entry> chosen =
        others.stream().filter(e -> operators.containsKey(e.key().text())).toList();
    if (chosen.size() > 1) {
      reading.error(
          Code.TM111,
          chosen.get(1).key().span(),
          "the step has more than one operator: `"
              + String.join("`, `", chosen.stream().map(e -> e.key().text()).toList())
              + "`",
          "make a step of each; its `from` names the one before");
      return Optional.empty();
    }
    if (chosen.isEmpty()) {
      boolean misspelt = others.stream().anyMatch(e -> !e.key().text().equals("from"));
      if (!misspelt) {
        reading.error(
            Code.TM111,
            keys.owner(),
            "the step has no operator",
            "add one of: " + String.join(", ", operators.keySet()));
      }
      return Optional.empty();
    }
    return Optional.of(chosen.get(0));
  }

  private Optional<StepSpec> filter(Head head, Item item) {
    return values
        .expression(item)
        .map(x -> new StepSpec.Filter(head.id(), head.operator(), head.input(), x));
  }

  private Optional<StepSpec> select(Head head, Item item) {
    return values
        .columns(item)
        .map(c -> new StepSpec.Select(head.id(), head.operator(), head.input(), c));
  }

  private Optional<StepSpec> with(Head head, Item item) {
    return values
        .columns(item)
        .map(c -> new StepSpec.With(head.id(), head.operator(), head.input(), c));
  }

  private Optional<StepSpec> drop(Head head, Item item) {
    return values
        .names(item, "write [a, b]")
        .map(c -> new StepSpec.Drop(head.id(), head.operator(), head.input(), c));
  }

  private Optional<StepSpec> rename(Head head, Item item) {
    return values
        .entries(item, "write {new_name: old_name}")
        .flatMap(
            entries ->
                Values.all(
                    entries,
                    e ->
                        values
                            .name(Values.below(item, e))
                            .map(old -> new StepSpec.Renaming(Values.key(e), old))))
        .map(c -> new StepSpec.Rename(head.id(), head.operator(), head.input(), c));
  }

  private Optional<StepSpec> explode(Head head, Item item) {
    Optional<Keys> mapping = values.keys(item, "write {column: tags, as: tag}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Placed<String>> column = keys.require("column", "column: NAME").flatMap(values::name);
    Optional<Placed<String>> as = keys.require("as", "as: NAME").flatMap(values::name);
    Part<Placed<Boolean>> outer = Part.of(keys.find("outer"), values::bool);
    keys.end();
    if (column.isEmpty() || as.isEmpty() || !outer.isGood()) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Explode(
            head.id(),
            head.operator(),
            head.input(),
            column.get(),
            as.get(),
            outer.otherwise(new Placed<>(false, item.key()))));
  }

  private Optional<StepSpec> watermark(Head head, Item item) {
    return SourceReader.watermark(item, values)
        .map(w -> new StepSpec.Watermark(head.id(), head.operator(), head.input(), w));
  }

  private Optional<StepSpec> deduplicate(Head head, Item item) {
    Optional<Keys> mapping = values.keys(item, "write {by: [id]}, or {} for all columns");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<List<Placed<String>>> by = Part.of(keys.find("by"), i -> values.names(i, "write [id]"));
    Part<Within> within = Part.of(keys.find("within"), this::within);
    keys.end();
    if (!Part.allGood(by, within)) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Deduplicate(
            head.id(),
            head.operator(),
            head.input(),
            by.otherwise(List.of()),
            within.otherwise(new Within.Unbounded())));
  }

  private Optional<Within> within(Item item) {
    Optional<Placed<String>> text = values.text(item);
    if (text.isPresent() && text.get().value().equals("watermark")) {
      return Optional.of(new Within.Watermark(text.get().span()));
    }
    if (text.isPresent() && text.get().value().chars().noneMatch(Character::isDigit)) {
      String near =
          Nearest.of(text.get().value(), List.of("watermark"))
              .map(word -> "did you mean `" + word + "`? ")
              .orElse("");
      reading.error(
          Code.TM107,
          text.get().span(),
          "`" + text.get().value() + "` is not allowed for `" + item.path() + "`",
          near + "allowed: watermark, or a duration such as `24 hours`");
      return Optional.empty();
    }
    return text.flatMap(t -> values.positiveDuration(item, Code.TM107)).map(Within.EventTime::new);
  }

  private Optional<StepSpec> union(Head head, Item item) {
    Optional<List<Placed<String>>> inputs =
        values.someItems(item, "write [a, b]").flatMap(i -> Values.all(i, values::name));
    if (inputs.isPresent() && inputs.get().size() < 2) {
      reading.error(
          Code.TM105, item.node().span(), "a union has at least two inputs", "write [a, b]");
      return Optional.empty();
    }
    return inputs.map(i -> new StepSpec.Union(head.id(), head.operator(), i));
  }

  private Optional<StepSpec> join(Head head, Item item) {
    Optional<Keys> mapping =
        values.keys(item, "write {left: a, right: b, type: inner, match: left.id = right.id}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Placed<String>> left = keys.require("left", "left: ID").flatMap(values::name);
    Optional<Placed<String>> right = keys.require("right", "right: ID").flatMap(values::name);
    Part<Placed<JoinType>> type =
        Part.of(keys.find("type"), i -> values.constant(i, List.of(JoinType.values())));
    Optional<ExpressionText> match =
        keys.require("match", "match: left.id = right.id").flatMap(values::expression);
    Part<List<NamedText>> select = Part.of(keys.find("select"), values::columns);
    keys.end();
    if (left.isEmpty() || right.isEmpty() || match.isEmpty() || !Part.allGood(type, select)) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Join(
            head.id(),
            head.operator(),
            left.get(),
            right.get(),
            type.otherwise(new Placed<>(JoinType.INNER, item.key())),
            match.get(),
            select.value()));
  }

  private Optional<StepSpec> lookup(Head head, Item item) {
    Optional<Keys> mapping =
        values.keys(item, "write {source: products, match: left.id = right.id}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Optional<Placed<String>> source = keys.require("source", "source: ID").flatMap(values::name);
    Optional<ExpressionText> match =
        keys.require("match", "match: left.id = right.id").flatMap(values::expression);
    List<JoinType> types = List.of(JoinType.INNER, JoinType.LEFT_OUTER);
    Part<Placed<JoinType>> type = Part.of(keys.find("type"), i -> values.constant(i, types));
    Part<List<NamedText>> select = Part.of(keys.find("select"), values::columns);
    Part<StepSpec.LookupCache> cache = Part.of(keys.find("cache"), this::cache);
    keys.end();
    if (source.isEmpty() || match.isEmpty() || !Part.allGood(type, select, cache)) {
      return Optional.empty();
    }
    return Optional.of(
        new StepSpec.Lookup(
            head.id(),
            head.operator(),
            head.input(),
            source.get(),
            match.get(),
            type.otherwise(new Placed<>(JoinType.INNER, item.key())),
            select.value(),
            cache.value()));
  }

  private Optional<StepSpec.LookupCache> cache(Item item) {
    Optional<Keys> keys = values.keys(item, "write {max_rows: 100000, expire_after: 10 minutes}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Part<Placed<Long>> rows = Part.of(keys.get().find("max_rows"), values::positive);
    Part<Placed<Duration>> expire =
        Part.of(keys.get().find("expire_after"), i -> values.positiveDuration(i, Code.TM107));
    keys.get().end();
    return Part.allGood(rows, expire)
        ? Optional.of(new StepSpec.LookupCache(item.key(), rows.value(), expire.value()))
        : Optional.empty();
  }

  private Optional<StepSpec> limit(Head head, Item item) {
    return values
        .count(item)
        .map(n -> new StepSpec.Limit(head.id(), head.operator(), head.input(), n));
  }

  private Optional<StepSpec> sort(Head head, Item item) {
    return values
        .someItems(item, "write [{column: n, order: desc}]")
        .flatMap(items -> Values.all(items, this::sortKey))
        .map(k -> new StepSpec.Sort(head.id(), head.operator(), head.input(), k));
  }

  private Optional<StepSpec.SortText> sortKey(Item item) {
    Optional<Keys> keys = values.keys(item, "write {column: n, order: desc}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<Placed<String>> column =
        keys.get().require("column", "column: NAME").flatMap(values::name);
    Part<Placed<StepSpec.SortOrder>> order =
        Part.of(
            keys.get().find("order"),
            i -> values.constant(i, List.of(StepSpec.SortOrder.values())));
    keys.get().end();
    if (column.isEmpty() || !order.isGood()) {
      return Optional.empty();
    }
    Placed<StepSpec.SortOrder> ascending =
        new Placed<>(StepSpec.SortOrder.ASC, column.get().span());
    return Optional.of(new StepSpec.SortText(column.get(), order.otherwise(ascending)));
  }
}
