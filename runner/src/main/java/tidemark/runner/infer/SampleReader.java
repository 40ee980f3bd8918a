package tidemark.runner.infer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.format.JsonFault;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.infer.CsvRecords.Csv;
import tidemark.runner.infer.CsvRecords.Field;
import tidemark.runner.infer.CsvRecords.Quoting;
import tidemark.runner.infer.InferredType.Declared;
import tidemark.runner.infer.InferredType.Elements;
import tidemark.runner.infer.InferredType.Fields;
import tidemark.runner.infer.InferredType.Nothing;
import tidemark.runner.infer.InferredType.Simple;
import tidemark.runner.infer.Sample.Row;

/** Reads samples. */
public final class SampleReader {
  private static final JsonFactory JSON = new JsonFactory();

  private SampleReader() {}

  /**
   * The first records of a text.
   *
   * @param name how messages call it; its ending says the format
   */
  public static Sample read(String name, String text, int most) {
    boolean csv = name.endsWith(".csv");
    Sample sample = csv ? csv(name, text, most) : ndjson(name, text, most);
    if (sample.rows().isEmpty() || sample.columns().isEmpty()) {
      throw new Failure(Code.TM604, "`%s` holds no record".formatted(name), "name another sample");
    }
    return sample;
  }

  /**
   * A sample of a file that names its columns itself.
   *
   * @param rows its first rows as a test suite writes them, nulls as {@code null}
   */
  public static Sample declared(String format, Schema schema, List<Map<String, String>> rows) {
    Map<String, InferredType> columns = new LinkedHashMap<>();
    for (tidemark.operators.types.Field field : schema.fields()) {
      boolean instant = field.type() == SimpleType.TIMESTAMP;
      columns.put(field.name(), instant ? Simple.TIMESTAMP : new Declared(field.type()));
    }
    List<Row> values = rows.stream().map(SampleReader::withoutNulls).toList();
    return new Sample(format, columns, Optional.empty(), values, false);
  }

  private static Row withoutNulls(Map<String, String> values) {
    Map<String, String> held = new LinkedHashMap<>(values);
    held.values().removeIf("null"::equals);
    return new Row("", held);
  }

  private static Sample csv(String file, String text, int most) {
    List<Csv> records = CsvRecords.of(text, most + 1);
    if (records.isEmpty()) {
      return new Sample("csv", Map.of(), Optional.empty(), List.of(), false);
    }
    List<String> names = records.get(0).fields().stream().map(Field::text).toList();
    requireNames(file, names);
    Map<String, InferredType> columns = new LinkedHashMap<>();
    names.forEach(name -> columns.put(name, new Nothing()));
    List<Csv> data = records.subList(1, records.size());
    for (Csv row : data) {
      for (int i = 0; i < Math.min(names.size(), row.fields().size()); i++) {
        columns.merge(names.get(i), type(row.fields().get(i)), InferredType::both);
      }
    }
    List<Row> rows = data.stream().map(row -> row(row, names, columns)).toList();
    boolean manyLines = data.stream().anyMatch(r -> r.raw().indexOf('\n') >= 0);
    return new Sample("csv", columns, Optional.of(records.get(0).raw()), rows, manyLines);
  }

  private static void requireNames(String file, List<String> names) {
    if (names.contains("") || Set.copyOf(names).size() < names.size()) {
      throw new Failure(
          Code.TM613,
          "the header of `%s` names a column twice or not at all: %s"
              .formatted(file, String.join(", ", names)),
          "give every column of the sample a name of its own");
    }
  }

  private static InferredType type(Field field) {
    boolean nothing = field.text().isEmpty() && field.quoting() == Quoting.BARE;
    return nothing ? new Nothing() : TextTypes.ofField(field.text());
  }

  private static Row row(Csv row, List<String> names, Map<String, InferredType> columns) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(names.size(), row.fields().size()); i++) {
      Field field = row.fields().get(i);
      if (!(type(field) instanceof Nothing)) {
        InferredType type = columns.get(names.get(i));
        boolean bare = type == Simple.BOOLEAN || type == Simple.BIGINT || type == Simple.DOUBLE;
        values.put(names.get(i), bare ? field.text() : Names.quoted(field.text()));
      }
    }
    return new Row(row.raw(), values);
  }

  private static Sample ndjson(String name, String text, int most) {
    Map<String, InferredType> columns = new LinkedHashMap<>();
    List<Row> rows = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String record = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
      if (!record.isBlank() && rows.size() < most) {
        rows.add(object(record, columns, name + ":" + number));
      }
    }
    List<Row> typed = rows.stream().map(row -> asTexts(row, columns)).toList();
    return new Sample("ndjson", columns, Optional.empty(), typed, false);
  }

  /** What is no text in a column of texts is read as the text that it is written as. */
  private static Row asTexts(Row row, Map<String, InferredType> columns) {
    Map<String, String> values = new LinkedHashMap<>(row.values());
    values.replaceAll(
        (column, value) ->
            columns.get(column) == Simple.STRING && !value.startsWith("\"")
                ? Names.quoted(value)
                : value);
    return new Row(row.raw(), values);
  }

  private static Row object(String line, Map<String, InferredType> columns, String place) {
    Map<String, String> values = new LinkedHashMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw bad(place, "it is no object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken token = json.nextToken();
        int from = (int) json.currentTokenLocation().getCharOffset();
        columns.merge(field, value(json), InferredType::both);
        int to = (int) json.currentLocation().getCharOffset();
        if (token != JsonToken.VALUE_NULL) {
          boolean scalar = token.isScalarValue();
          values.put(field, scalar ? scalar(json) : line.substring(from, to));
        }
      }
    } catch (IOException malformed) {
      throw bad(place, JsonFault.in(line).orElse("it is not one JSON object"));
    }
    return new Row(line, values);
  }

  private static String scalar(JsonParser json) throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING
        ? Names.quoted(json.getText())
        : json.getText();
  }

  private static Failure bad(String place, String why) {
    return new Failure(
        Code.TM601,
        "%s cannot be read: %s".formatted(place, why),
        "give a file with one JSON object a line, or a .csv file with a header");
  }

  private static InferredType value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_TRUE, VALUE_FALSE -> Simple.BOOLEAN;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> TextTypes.ofNumber(json.getText());
      case VALUE_STRING -> TextTypes.ofText(json.getText());
      case START_ARRAY -> {
        InferredType element = new Nothing();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          element = InferredType.both(element, value(json));
        }
        yield new Elements(element);
      }
      case START_OBJECT -> {
        Map<String, InferredType> fields = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String field = json.currentName();
          json.nextToken();
          fields.merge(field, value(json), InferredType::both);
        }
        yield fields.isEmpty() ? Simple.STRING : new Fields(fields);
      }
      default -> new Nothing();
    };
  }
}
