package tidemark.runner.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.format.JsonFault;

/** Dead letters as lines of JSON. */
final class LetterJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private LetterJson() {}

  /** The names of an object's members; empty if it is none. */
  static Optional<Set<String>> names(String row) {
    Set<String> names = new HashSet<>();
    try (JsonParser json = FACTORY.createParser(row)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        names.add(json.currentName());
        json.nextToken();
        json.skipChildren();
      }
      return Optional.of(names);
    } catch (IOException damaged) {
      return Optional.empty();
    }
  }

  /**
   * Reads a line.
   *
   * @param id the letter's id, unless the line has one
   * @throws IOException if it is no JSON object of plain values
   */
  static Letter read(String id, String line) throws IOException {
    Map<String, String> members = members(line);
    Optional<String> record = record(members);
    return new Letter(
        members.getOrDefault("id", id),
        Optional.ofNullable(members.get("source")),
        Optional.ofNullable(members.get("location")),
        position(members),
        members.getOrDefault("code", ""),
        members.getOrDefault("reason", ""),
        Optional.ofNullable(members.get("text")).map(LetterJson::base64).or(() -> record),
        Optional.ofNullable(members.get("step")),
        Optional.ofNullable(members.get("row")));
  }

  private static Map<String, String> members(String line) throws IOException {
    Map<String, String> members = new HashMap<>();
    try (JsonParser json = FACTORY.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (json.nextToken() != JsonToken.VALUE_NULL) {
          members.put(name, json.getText());
        }
      }
    } catch (JsonProcessingException malformed) {
      throw new IOException(JsonFault.in(line).orElse("no JSON object"), malformed);
    }
    return members;
  }

  private static Optional<Long> position(Map<String, String> members) throws IOException {
    try {
      return Optional.ofNullable(members.get("position")).map(Long::valueOf);
    } catch (NumberFormatException noNumber) {
      throw new IOException("`position` is no number", noNumber);
    }
  }

  private static Optional<String> record(Map<String, String> members) throws IOException {
    Optional<String> record = Optional.ofNullable(members.get("record"));
    try {
      record.ifPresent(Base64.getDecoder()::decode);
      return record;
    } catch (IllegalArgumentException noBytes) {
      throw new IOException("`record` is no Base64", noBytes);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The record as text; empty if there is none, or its bytes are no UTF-8. */
  private static Optional<String> text(Letter letter) {
    if (letter.record().isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes = Base64.getDecoder().decode(letter.record().get());
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException noText) {
      return Optional.empty();
    }
  }

  /**
   * The line of a letter, with its id; a record as text where it is one, so that it can be edited.
   */
  static String line(Letter letter) {
    Optional<String> recordText = text(letter);
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("id", letter.id());
      write(json, "source", letter.source());
      write(json, "location", letter.location());
      if (letter.position().isPresent()) {
        json.writeNumberField("position", letter.position().get());
      }
      json.writeStringField("code", letter.code());
      json.writeStringField("reason", letter.reason());
      write(json, "text", recordText);
      write(json, "record", recordText.isPresent() ? Optional.empty() : letter.record());
      write(json, "step", letter.step());
      write(json, "row", letter.row());
      json.writeEndObject();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeStringField(name, value.get());
    }
  }
}
