package tidemark.runner.inspect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tidemark.operators.builtin.console.TextTable;
import tidemark.runner.report.Amounts;

/** The statistics of the stores of a batch, for people and for programs. */
public final class StatisticsPage {
  private static final int WIDEST = 60;
  private static final List<String> COLUMNS =
      List.of(
          "step",
          "store",
          "rows",
          "bytes",
          "bytes/row",
          "largest",
          "key groups",
          "skew",
          "rows/batch",
          "bytes/batch");

  private final StoredBatch batch;
  private final List<Entry> entries = new ArrayList<>();

  public StatisticsPage(StoredBatch batch) {
    this.batch = batch;
  }

  private record Entry(StoredStore store, StoreStatistics counted, Growth growth) {
    long bytes() {
      return counted.keyBytes() + counted.valueBytes();
    }

    double bytesPerRow() {
      return counted.rows() == 0 ? 0 : bytes() / (double) counted.rows();
    }
  }

  /** Adds a store. */
  public void add(StoredStore store, StoreStatistics counted, Growth growth) {
    entries.add(new Entry(store, counted, growth));
  }

  /** A table. */
  public String text() {
    TextTable table = new TextTable(COLUMNS, WIDEST);
    for (Entry entry : entries) {
      table.add(
          List.of(
              entry.store().step(),
              entry.store().id().name(),
              Amounts.count(entry.counted().rows()),
              Amounts.bytes(entry.bytes()),
              number("%.1f", entry.bytesPerRow()),
              Amounts.bytes(entry.counted().largestRow()),
              entry.counted().groupsInUse() + " of 256",
              number("%.2f", entry.counted().skew()),
              number("%+.1f", entry.growth().rowsPerBatch()),
              number("%+.0f", entry.growth().bytesPerBatch())));
    }
    StringBuilder page = new StringBuilder();
    page.append("batch ").append(batch.batch());
    page.append("; growth is the average over the retained batches; skew is the largest key group");
    page.append(" over an average one\n");
    table
        .lines(List.of(false, false, true, true, true, true, true, true, true, true))
        .forEach(line -> page.append(line).append('\n'));
    return page.toString();
  }

  private static String number(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }

  /** One document. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeNumberField("batch", batch.batch());
      json.writeArrayFieldStart("stores");
      for (Entry entry : entries) {
        write(json, entry);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, Entry entry) throws IOException {
    json.writeStartObject();
    json.writeStringField("step", entry.store().step());
    json.writeStringField("store", entry.store().id().name());
    json.writeNumberField("rows", entry.counted().rows());
    json.writeNumberField("key_bytes", entry.counted().keyBytes());
    json.writeNumberField("value_bytes", entry.counted().valueBytes());
    json.writeNumberField("largest_row_bytes", entry.counted().largestRow());
    json.writeNumberField("key_groups", entry.counted().groupsInUse());
    json.writeNumberField("largest_key_group", entry.counted().largestGroup());
    json.writeNumberField("rows_of_largest_key_group", entry.counted().rowsOfLargestGroup());
    json.writeNumberField("skew", entry.counted().skew());
    json.writeArrayFieldStart("growth");
    for (Growth.Point point : entry.growth().points()) {
      json.writeStartObject();
      json.writeNumberField("batch", point.batch());
      json.writeNumberField("rows", point.rows());
      json.writeNumberField("bytes", point.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
