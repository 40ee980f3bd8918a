package tidemark.runner.reader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectSpec.ExpectedBatch;
import tidemark.runner.spec.ExpectSpec.ExpectedCount;
import tidemark.runner.spec.ExpectSpec.ExpectedRows;
import tidemark.runner.spec.ExpectSpec.ExpectedState;
import tidemark.runner.spec.ExpectedCodes;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Reads what a test expects. */
final class ExpectReader {
  private final Reading reading;
  private final Values values;

  ExpectReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
  }

  Optional<ExpectSpec> read(Item item) {
    Optional<Keys> mapping = values.keys(item, "write {sink: [{column: value}]}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<List<ExpectedBatch>> batches = Part.of(keys.find("batches"), this::batches);
    Part<List<ExpectedCount>> bad = Part.of(keys.find("bad_records"), this::counts);
    Part<ExpectedCodes> error = Part.of(keys.find("error"), this::codes);
    Part<ExpectedCodes> refused = Part.of(keys.find("refused"), this::codes);
    Optional<List<ExpectedRows>> sinks =
        Values.all(keys.others(), e -> sinkRows(keys.item(e), Values.key(e)));
    if (sinks.isEmpty() || !Part.allGood(batches, bad, error, refused)) {
      return Optional.empty();
    }
    return Optional.of(
        new ExpectSpec(
            sinks.get(),
            batches.value(),
            bad.otherwise(List.of()),
            error.value(),
            refused.value(),
            item.key()));
  }

  private Optional<ExpectedRows> sinkRows(Item item, Placed<String> sink) {
    return rows(item, values).map(rows -> new ExpectedRows(sink, rows, item.node().span()));
  }

  /** A list of rows, which may be empty; each is a mapping of columns. */
  static Optional<List<Mapping>> rows(Item item, Values values) {
    String hint = "write [{column: value, …}], or [] for no rows";
    return values
        .items(item, hint)
        .flatMap(
            items ->
                Values.all(
                    items,
                    i -> {
                      if (i.node() instanceof Mapping row) {
                        return Optional.of(row);
                      }
                      values.wrongShape(i, "a mapping of columns", "write {column: value, …}");
                      return Optional.empty();
                    }));
  }

  private Optional<List<ExpectedBatch>> batches(Item item) {
    return values
        .items(item, "write [{rows: {sink: […]}}]")
        .flatMap(items -> Values.all(items, this::batch));
  }

  private Optional<ExpectedBatch> batch(Item item) {
    Optional<Keys> mapping = values.keys(item, "write {rows: {sink: […]}, no_data: true}");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<List<ExpectedRows>> rows = Part.of(keys.find("rows"), this::rowsBySink);
    Part<Placed<Long>> batch = Part.of(keys.find("batch"), values::count);
    Part<Placed<Boolean>> noData = Part.of(keys.find("no_data"), values::bool);
    Part<Placed<Long>> inputRows = Part.of(keys.find("input_rows"), values::count);
    Part<Placed<String>> watermark = Part.of(keys.find("watermark"), values::name);
    Part<Placed<String>> after = Part.of(keys.find("watermark_after"), values::name);
    Part<List<ExpectedState>> state = Part.of(keys.find("state"), this::states);
    keys.end();
    if (!Part.allGood(rows, batch, noData, inputRows, watermark, after, state)) {
      return Optional.empty();
    }
    return Optional.of(
        new ExpectedBatch(
            rows.otherwise(List.of()),
            batch.value(),
            noData.value(),
            inputRows.value(),
            watermark.value(),
            after.value(),
            state.otherwise(List.of()),
            item.key()));
  }

  private Optional<List<ExpectedRows>> rowsBySink(Item item) {
    if (!(item.node() instanceof Mapping mapping)) {
      values.wrongShape(item, "a mapping of sinks", "write {sink: [{column: value}]}");
      return Optional.empty();
    }
    return Values.all(mapping.entries(), e -> sinkRows(Values.below(item, e), Values.key(e)));
  }

  private Optional<List<ExpectedState>> states(Item item) {
    return values
        .entries(item, "write {step: {rows: 1}}")
        .flatMap(entries -> Values.all(entries, e -> state(item, e)));
  }

  private Optional<ExpectedState> state(Item item, Entry entry) {
    Optional<Keys> keys =
        values.keys(
            Values.below(item, entry), "write {rows: 1, updated: 1, removed: 0, dropped_late: 0}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Part<Placed<Long>> rows = Part.of(keys.get().find("rows"), values::count);
    Part<Placed<Long>> updated = Part.of(keys.get().find("updated"), values::count);
    Part<Placed<Long>> removed = Part.of(keys.get().find("removed"), values::count);
    Part<Placed<Long>> late = Part.of(keys.get().find("dropped_late"), values::count);
    keys.get().end();
    return Part.allGood(rows, updated, removed, late)
        ? Optional.of(
            new ExpectedState(
                Values.key(entry), rows.value(), updated.value(), removed.value(), late.value()))
        : Optional.empty();
  }

  private Optional<List<ExpectedCount>> counts(Item item) {
    return values
        .entries(item, "write {source: 1}")
        .flatMap(
            entries ->
                Values.all(
                    entries,
                    e ->
                        values
                            .count(Values.below(item, e))
                            .map(n -> new ExpectedCount(Values.key(e), n))));
  }

  /** One code, a list of codes, or {@code any}. */
  Optional<ExpectedCodes> codes(Item item) {
    if (item.node() instanceof Scalar scalar) {
      if (scalar.text().equals("any")) {
        return Optional.of(new ExpectedCodes(List.of(), scalar.span()));
      }
      return code(item).map(c -> new ExpectedCodes(List.of(c), c.span()));
    }
    return values
        .someItems(item, "write a code such as TM401, a list of codes, or any")
        .flatMap(items -> Values.all(items, this::code))
        .map(codes -> new ExpectedCodes(codes, item.node().span()));
  }

  /** One code. */
  Optional<Placed<Code>> code(Item item) {
    Optional<Placed<String>> text = values.text(item);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String word = text.get().value();
    List<String> known = new ArrayList<>();
    for (Code code : Code.values()) {
      known.add(code.name());
    }
    if (!known.contains(word)) {
      String near = Nearest.of(word, known).map(n -> "did you mean `" + n + "`? ").orElse("");
      reading.error(
          Code.TM106,
          text.get().span(),
          "`" + word + "` is no code",
          near + "write a code such as TM401, or any");
      return Optional.empty();
    }
    return Arrays.stream(Code.values())
        .filter(code -> code.name().equals(word))
        .findFirst()
        .map(code -> new Placed<>(code, text.get().span()));
  }
}
