package tidemark.runner.inspect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import tidemark.operators.builtin.console.TextTable;
import tidemark.operators.types.Field;
import tidemark.runner.report.Amounts;

/** The stores of a batch with their sizes and the columns of their rows. */
public final class StateListing {
  private static final int WIDEST = 200;

  private StateListing() {}

  /** For people. */
  public static String text(StoredBatch batch) {
    StringBuilder page = new StringBuilder();
    page.append("batch ").append(batch.batch());
    page.append(", plan generation ").append(batch.planGeneration()).append('\n');
    if (batch.stores().isEmpty()) {
      return page.append("no store has rows\n").toString();
    }
    TextTable table = new TextTable(List.of("step", "store", "rows", "bytes", "what"), WIDEST);
    for (StoredStore store : batch.stores()) {
      table.add(
          List.of(
              store.step(),
              store.id().name(),
              Amounts.count(store.rows()),
              Amounts.bytes(store.bytes()),
              store.operator() + (store.role() == StoredStore.Role.INDEX ? ", index" : "")));
    }
    List<Boolean> right = List.of(false, false, true, true, false);
    table.lines(right).forEach(line -> page.append(line).append('\n'));
    for (StoredStore store : batch.stores()) {
      if (store.role() == StoredStore.Role.ROWS && !store.operator().equals("source")) {
        page.append('\n').append(store.step()).append('\n');
        fields(store).forEach(field -> page.append("  ").append(field.ddl()).append('\n'));
      }
    }
    return page.toString();
  }

  private static List<Field> fields(StoredStore store) {
    return store.decoding().rows(Form.READABLE).schema().fields();
  }

  /** For programs: one JSON document. */
  public static String json(StoredBatch batch) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeNumberField("batch", batch.batch());
      json.writeNumberField("plan_generation", batch.planGeneration());
      json.writeArrayFieldStart("stores");
      for (StoredStore store : batch.stores()) {
        write(json, store);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, StoredStore store) throws IOException {
    json.writeStartObject();
    json.writeStringField("step", store.step());
    json.writeStringField("store", store.id().name());
    json.writeStringField("operator", store.operator());
    json.writeStringField("role", store.role().name().toLowerCase(java.util.Locale.ROOT));
    json.writeNumberField("rows", store.rows());
    json.writeNumberField("bytes", store.bytes());
    json.writeStringField(
        "columns", fields(store).stream().map(Field::ddl).collect(Collectors.joining(", ")));
    json.writeEndObject();
  }
}
