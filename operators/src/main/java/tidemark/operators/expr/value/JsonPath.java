package tidemark.operators.expr.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths such as {@code $.a['b'][0].c[*]} into JSON texts. */
public final class JsonPath {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();
  private static final Pattern STEP =
      Pattern.compile("\\.([^.\\[]+)|\\['([^']*)'\\]|\\[\\s*(\\d+|\\*)\\s*\\]");
  private static final int OF_FIELD = -1;
  private static final int ALL = -2;

  private JsonPath() {}

  /** One step: into a field, to an element, or to all of them. */
  record Step(String field, int index) {
    boolean isField() {
      return index == OF_FIELD;
    }

    boolean isAll() {
      return index == ALL;
    }
  }

  /**
   * The value as text: strings without quotes, the rest as compact JSON. Empty if the path leads to
   * nothing or to a field that is null, is malformed, or the text is no JSON up to there.
   */
  public static Optional<String> text(String json, String path) {
    Optional<List<Step>> steps = steps(path);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      if (steps.get().stream().anyMatch(Step::isAll)) {
        String found = JsonSearch.find(FACTORY, parser, steps.get());
        return found.isEmpty() || !endsProperly(parser) ? Optional.empty() : Optional.of(found);
      }
      for (Step step : steps.get()) {
        if (!into(parser, step)) {
          return Optional.empty();
        }
      }
      Optional<String> found = value(parser);
      return endsProperly(parser) ? found : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<List<Step>> steps(String path) {
    if (!path.startsWith("$")) {
      return Optional.empty();
    }
    List<Step> steps = new ArrayList<>();
    Matcher m = STEP.matcher(path);
    int end = 1;
    while (m.find(end) && m.start() == end) {
      String field = m.group(1) == null ? m.group(2) : m.group(1);
      if (field != null && field.equals("*")) {
        return Optional.empty();
      }
      steps.add(field == null ? new Step("", index(m.group(3))) : new Step(field, OF_FIELD));
      end = m.end();
    }
    return end == path.length() ? Optional.of(steps) : Optional.empty();
  }

  private static int index(String digits) {
    if (digits.equals("*")) {
      return ALL;
    }
    return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
  }

  private static boolean into(JsonParser parser, Step step) throws IOException {
    if (step.isField()) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(step.field());
        if (parser.nextToken() != JsonToken.VALUE_NULL && found) {
          return true;
        }
        parser.skipChildren();
      }
      return false;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == step.index()) {
        return true;
      }
      parser.skipChildren();
    }
    return false;
  }

  /** Reads to the end of the outermost value: a text that is cut off has no values. */
  private static boolean endsProperly(JsonParser parser) throws IOException {
    while (!parser.getParsingContext().inRoot()) {
      if (parser.nextToken() == null) {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return Optional.empty();
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return Optional.of(Double.toString(parser.getDoubleValue()));
    }
    if (token.isScalarValue()) {
      return Optional.of(parser.getText());
    }
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      generator.copyCurrentStructure(parser);
    }
    return Optional.of(out.toString());
  }

  /** The names of the object's fields; empty if the text is no JSON object. */
  public static Optional<List<String>> keys(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      List<String> keys = new ArrayList<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        keys.add(parser.currentName());
        parser.nextToken();
        parser.skipChildren();
      }
      return parser.currentToken() == JsonToken.END_OBJECT ? Optional.of(keys) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** How many elements the array has; -1 if the text is no JSON array. */
  public static int arrayLength(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        return -1;
      }
      int count = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == null) {
          return -1;
        }
        parser.skipChildren();
        count++;
      }
      return count;
    } catch (IOException e) {
      return -1;
    }
  }
}
