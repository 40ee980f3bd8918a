package tidemark.operators.expr.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import tidemark.operators.expr.value.JsonPath.Step;

/**
 * Follows a path with {@code [*]} as Spark and Hive do: what all elements of an array lead to is an
 * array, except that one hit stands for itself, and that two {@code [*]} in a row flatten.
 */
final class JsonSearch {
  /** How a hit is written. */
  private enum Style {
    /** As text, without quotes. */
    RAW,
    QUOTED,
    /** Elements of arrays one by one, into the array around them. */
    FLAT
  }

  private final JsonFactory factory;
  private final JsonParser in;

  private JsonSearch(JsonFactory factory, JsonParser in) {
    this.factory = factory;
    this.in = in;
  }

  /** What the path leads to, from the parser's token on; empty text if to nothing. */
  static String find(JsonFactory factory, JsonParser in, List<Step> path) throws IOException {
    StringWriter found = new StringWriter();
    try (JsonGenerator out = factory.createGenerator(found)) {
      if (!new JsonSearch(factory, in).follow(path, Style.RAW, out)) {
        return "";
      }
    }
    return found.toString();
  }

  /** Writes the hits; false if there is none. The parser ends at the value's end. */
  private boolean follow(List<Step> path, Style style, JsonGenerator out) throws IOException {
    JsonToken token = in.currentToken();
    if (path.isEmpty()) {
      return hit(token, style, out);
    }
    Step step = path.get(0);
    List<Step> rest = path.subList(1, path.size());
    if (token == JsonToken.START_OBJECT && step.isField()) {
      return field(step, rest, style, out);
    }
    if (token != JsonToken.START_ARRAY || step.isField()) {
      in.skipChildren();
      return false;
    }
    if (!step.isAll()) {
      boolean moreFollow = !rest.isEmpty() && rest.get(0).isAll();
      return element(step.index(), rest, moreFollow ? Style.QUOTED : style, out);
    }
    if (!rest.isEmpty() && rest.get(0).isAll()) {
      return every(rest.subList(1, rest.size()), Style.FLAT, out) > 0;
    }
    return style == Style.QUOTED
        ? every(rest, Style.QUOTED, out) > 0
        : unwrapped(rest, style == Style.RAW ? Style.QUOTED : style, out);
  }

  private boolean hit(JsonToken token, Style style, JsonGenerator out) throws IOException {
    if (token == JsonToken.VALUE_STRING && style == Style.RAW) {
      out.writeRaw(in.getText());
      return true;
    }
    if (token == JsonToken.START_ARRAY && style == Style.FLAT) {
      boolean any = false;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        any |= follow(List.of(), style, out);
      }
      return any;
    }
    out.copyCurrentStructure(in);
    return true;
  }

  private boolean field(Step step, List<Step> rest, Style style, JsonGenerator out)
      throws IOException {
    boolean found = false;
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = !found && step.field().equals(in.currentName());
      if (in.nextToken() != JsonToken.VALUE_NULL && wanted) {
        found = follow(rest, style, out);
      } else {
        in.skipChildren();
      }
    }
    return found;
  }

  private boolean element(int index, List<Step> rest, Style style, JsonGenerator out)
      throws IOException {
    boolean found = false;
    for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == index) {
        found = follow(rest, style, out);
      } else {
        in.skipChildren();
      }
    }
    return found;
  }

  /** Writes an array of the hits in all elements; how many of these have one. */
  private int every(List<Step> rest, Style style, JsonGenerator out) throws IOException {
    int hits = 0;
    out.writeStartArray();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      hits += follow(rest, style, out) ? 1 : 0;
    }
    out.writeEndArray();
    return hits;
  }

  private boolean unwrapped(List<Step> rest, Style style, JsonGenerator out) throws IOException {
    StringWriter array = new StringWriter();
    int hits;
    try (JsonGenerator inner = factory.createGenerator(array)) {
      hits = every(rest, style, inner);
    }
    String text = array.toString();
    if (hits > 0) {
      out.writeRawValue(hits == 1 ? text.substring(1, text.length() - 1) : text);
    }
    return hits > 0;
  }
}
