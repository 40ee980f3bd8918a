package tidemark.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.builtin.console.RowTexts;
import tidemark.operators.builtin.console.TextTable;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Encoder;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.stateful.StoredRows;
import tidemark.operators.types.Schema;
import tidemark.runner.inspect.RowFilter;
import tidemark.runner.inspect.RowReader;
import tidemark.runner.inspect.StoredBatch;
import tidemark.runner.inspect.StoredStore;
import tidemark.runner.report.Amounts;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;

/** {@code tidemark state show}: the first rows of a step that fit the question. */
final class StateShowCommand implements Command {
  private static final int WIDEST = 60;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Options.command(
                "show",
                "Shows rows of a step's state: its keys, and what each aggregate would answer.",
                "Only reads; works while a run holds the checkpoint.")
            .addOption(
                Options.texts("--key", "NAME=VALUE", "Only rows with this value; repeatable."))
            .addOption(Options.text("--window", "INSTANT", "Only windows that hold this instant."))
            .addOption(Options.text("--limit", "N", "At most this many rows; default 20."))
            .addOption(Options.text("--format", "FORMAT", "text (default) or json, a row a line."));
    return StateOptions.withRows(StateOptions.withBatch(spec));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String format = Options.word(arguments, "--format", "text", List.of("text", "json"));
    long limit = StateOptions.number(arguments, arguments.matchedOptionValue("--limit", "20"));
    CheckpointView view = StateOptions.open(arguments.matchedPositionalValue(0, ""));
    StoredBatch batch = StoredBatch.of(view, StateOptions.batch(arguments));
    StoredStore store = StateOptions.store(batch, arguments);
    StoredRows rows = StateOptions.rows(store, arguments);
    RowFilter filter = filter(arguments, rows.schema());
    Shown shown = new Shown(rows.schema(), limit);
    try (StateVersion version = StateOptions.version(view, batch.batch(), console)) {
      new RowReader(store.id(), rows).read(version, all -> shown.take(filter.keep(all)));
    }
    if (format.equals("json")) {
      console.out().write(shown.lines.bytes(), 0, shown.lines.size());
    } else {
      console.out().print(shown.text(batch.batch(), store));
    }
    return ExitCode.DONE;
  }

  private static RowFilter filter(ParseResult arguments, Schema schema) {
    RowFilter filter = new RowFilter(schema);
    List<String> keys = arguments.matchedOptionValue("--key", List.of());
    keys.forEach(filter::where);
    Optional.ofNullable(arguments.<String>matchedOptionValue("--window", null))
        .ifPresent(filter::inWindow);
    return filter;
  }

  /** The rows that are shown, and whether there are more. */
  private static final class Shown {
    private final Schema schema;
    private final long limit;
    private final Encoder encoder;
    private final ByteSink lines = new ByteSink();
    private final List<List<String>> cells = new ArrayList<>();
    private boolean more;

    Shown(Schema schema, long limit) {
      this.schema = schema;
      this.limit = limit;
      this.encoder = Formats.encoder(FormatOptions.of(Format.NDJSON), schema);
    }

    boolean take(Batch batch) {
      int count = (int) Math.min(batch.count(), limit - cells.size());
      more |= count < batch.count();
      int[] rows = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = batch.selection().row(i);
      }
      Batch first = batch.select(Selection.of(rows, count));
      encoder.encode(first, lines);
      cells.addAll(RowTexts.of(first, encoder));
      return !more;
    }

    String text(long batch, StoredStore store) {
      StringBuilder page = new StringBuilder();
      page.append(store.step()).append(" after batch ").append(batch).append(": ");
      page.append(
          more
              ? (cells.size() == 1
                      ? "the first row"
                      : "the first %s rows".formatted(Amounts.count(cells.size())))
                  + ", there are more\n"
              : Amounts.count(cells.size(), "row", "rows") + "\n");
      if (!cells.isEmpty()) {
        TextTable table = new TextTable(schema.names(), WIDEST);
        cells.forEach(table::add);
        List<Boolean> numeric = schema.fields().stream().map(f -> f.type().isNumeric()).toList();
        table.lines(numeric).forEach(line -> page.append(line).append('\n'));
      }
      return page.toString();
    }
  }
}
