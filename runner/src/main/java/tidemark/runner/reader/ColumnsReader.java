package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Ddl;
import tidemark.runner.spec.ColumnsSpec;
import tidemark.runner.spec.ColumnsSpec.ColumnSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlFile;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlPath;

/** Reads declared columns: a mapping of names to DDL types, inline or in a schema file. */
final class ColumnsReader {
  private static final String EXAMPLE = "write {name: type, …}, for example {id: bigint}";

  private final Reading reading;
  private final Values values;
  private final Map<Path, Optional<List<ColumnSpec>>> files = new HashMap<>();

  ColumnsReader(Reading reading) {
    this.reading = reading;
    this.values = new Values(reading);
  }

  /** Columns that stand in the pipeline file. */
  Optional<ColumnsSpec> inline(Item item) {
    return columns(item, reading).map(columns -> new ColumnsSpec(columns, item.node().span()));
  }

  /** Columns of a schema file; each file is read once. */
  Optional<ColumnsSpec> schemaFile(Item item) {
    if (item.node() instanceof Mapping) {
      values.wrongShape(
          item, "the path of a schema file", "columns that stand here are `columns:`");
      return Optional.empty();
    }
    Optional<Placed<String>> name = values.name(item);
    Optional<Placed<Path>> path = values.path(item);
    if (name.isEmpty() || path.isEmpty()) {
      return Optional.empty();
    }
    Path shown = reading.shownPath(name.get().value());
    Optional<List<ColumnSpec>> known = files.get(path.get().value());
    if (known == null) {
      known = file(shown, path.get());
      files.put(path.get().value(), known);
    }
    Span span = name.get().span();
    return known.map(columns -> new ColumnsSpec(columns, span));
  }

  private Optional<List<ColumnSpec>> file(Path shown, Placed<Path> path) {
    Optional<SourceText> text = Reading.load(shown, path.value(), path.span(), reading.found());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    reading.texts().add(text.get());
    YamlFile file = YamlComposer.compose(text.get(), reading.found());
    if (file.root().isEmpty()) {
      return Optional.empty();
    }
    Reading schema =
        new Reading(
            shown,
            Reading.folderOf(path.value()),
            reading.found(),
            reading.texts(),
            reading.secrets());
    Span start = text.get().span(0, 1);
    if (!(file.root().get() instanceof Mapping mapping)) {
      schema.error(
          Code.TM105,
          file.root().get().span(),
          "a schema file is a mapping, not " + file.root().get().kind(),
          "begin with `columns:`");
      return Optional.empty();
    }
    Keys keys = new Keys(schema, mapping, YamlPath.ROOT, start);
    keys.find("format");
    keys.find("name");
    keys.find("description");
    Optional<Item> columns = keys.require("columns", "columns: {name: type, …}");
    keys.end();
    return columns.flatMap(item -> columns(item, schema));
  }

  private static Optional<List<ColumnSpec>> columns(Item item, Reading reading) {
    Values values = new Values(reading);
    return values
        .entries(item, EXAMPLE)
        .flatMap(entries -> Values.all(entries, e -> column(item, e, reading, values)));
  }

  private static Optional<ColumnSpec> column(
      Item item, Entry entry, Reading reading, Values values) {
    YamlNode node = entry.value();
    Optional<Scalar> text =
        values.scalar(
            Values.below(item, entry),
            node instanceof Mapping
                ? "write struct<name: type, …>"
                : "write a type, for example `bigint`");
    return text.flatMap(
        t ->
            Ddl.parse(t.text(), t.map(), reading.found())
                .map(
                    ddl ->
                        new ColumnSpec(
                            Values.key(entry),
                            new Placed<>(ddl.type(), t.span()),
                            ddl.nullable())));
  }
}
