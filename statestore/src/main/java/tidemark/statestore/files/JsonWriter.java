package tidemark.statestore.files;

import java.util.List;
import java.util.Map;

/** Writes one JSON value, members in the order of the calls. */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder(256);
  private boolean first = true;

  public JsonWriter beginObject() {
    text.append('{');
    first = true;
    return this;
  }

  public JsonWriter endObject() {
    text.append('}');
    first = false;
    return this;
  }

  public JsonWriter beginArray() {
    text.append('[');
    first = true;
    return this;
  }

  public JsonWriter endArray() {
    text.append(']');
    first = false;
    return this;
  }

  /** Separates this element from the one before. */
  public JsonWriter element() {
    if (!first) {
      text.append(',');
    }
    first = false;
    return this;
  }

  /** Starts a member; its value follows. */
  public JsonWriter name(String name) {
    element();
    quote(name);
    text.append(':');
    return this;
  }

  public JsonWriter member(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  public JsonWriter member(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  public JsonWriter member(String name, boolean value) {
    name(name);
    text.append(value);
    return this;
  }

  /** A member whose value is JSON already; anything else is the caller's error. */
  public JsonWriter rawMember(String name, String json) {
    name(name);
    JsonReader.requireValid(json);
    text.append(json);
    return this;
  }

  public JsonWriter longs(String name, Map<String, Long> values) {
    name(name).beginObject();
    values.forEach(this::member);
    return endObject();
  }

  public JsonWriter texts(String name, List<String> values) {
    name(name).beginArray();
    for (String value : values) {
      element();
      quote(value);
    }
    return endArray();
  }

  public JsonWriter strings(String name, Map<String, String> values) {
    name(name).beginObject();
    values.forEach(this::member);
    return endObject();
  }

  /** An object whose values are JSON already. */
  public JsonWriter raws(String name, Map<String, String> values) {
    name(name).beginObject();
    values.forEach(this::rawMember);
    return endObject();
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
