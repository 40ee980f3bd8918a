package tidemark.runner.engine.microbatch;

import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.SourceState;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;

/**
 * Which input the micro-batches of a pipeline without state have covered, as targets keep it beside
 * their marks: of each source what it reads, and what it remembers. JSON: {@code
 * {"sources":{id:{"identity":…,"progress":{key:value}}}}}, keys and values in base 64.
 *
 * @param sources by id
 */
record CoveredInput(Map<String, Position> sources) {
  /** What targets are asked to keep with each batch is not to outweigh the batch. */
  private static final int MAX_LENGTH = 16 << 10;

  private static final int MAX_ENTRIES = 200;

  CoveredInput {
    sources = Map.copyOf(sources);
  }

  /**
   * Where a source stands.
   *
   * @param identity what is read, in the connector's words
   * @param progress what the source remembers, in base 64
   */
  record Position(String identity, Map<String, String> progress) {
    Position {
      progress = Map.copyOf(progress);
    }
  }

  /** After the batch that is running; empty if that is too much to keep beside each batch. */
  static Optional<String> after(OpenPipeline pipeline) {
    Map<String, Position> sources = new TreeMap<>();
    for (String id : pipeline.sources().keySet()) {
      SourceState progress = pipeline.progress(id);
      if (progress.size() > MAX_ENTRIES) {
        return Optional.empty();
      }
      Map<String, String> entries = new TreeMap<>();
      Base64.Encoder encoder = Base64.getEncoder();
      progress.forEach(
          (key, value) -> {
            entries.put(encoder.encodeToString(key), encoder.encodeToString(value));
            return true;
          });
      sources.put(id, new Position(pipeline.identity(id), entries));
    }
    return Optional.of(new CoveredInput(sources).json())
        .filter(json -> json.length() <= MAX_LENGTH);
  }

  String json() {
    JsonWriter json = new JsonWriter().beginObject().name("sources").beginObject();
    new TreeMap<>(sources)
        .forEach(
            (id, position) ->
                json.name(id)
                    .beginObject()
                    .member("identity", position.identity())
                    .strings("progress", new TreeMap<>(position.progress()))
                    .endObject());
    return json.endObject().endObject().toString();
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static CoveredInput parse(String text) {
    Map<String, Position> sources = new TreeMap<>();
    JsonReader json = new JsonReader(text);
    json.object(
        name -> {
          if (name.equals("sources")) {
            json.object(id -> sources.put(id, position(json)));
          } else {
            json.skip();
          }
        });
    json.end();
    return new CoveredInput(sources);
  }

  private static Position position(JsonReader json) {
    Map<String, String> progress = new TreeMap<>();
    String[] identity = {""};
    json.object(
        name -> {
          switch (name) {
            case "identity" -> identity[0] = json.string();
            case "progress" -> progress.putAll(json.strings());
            default -> json.skip();
          }
        });
    return new Position(identity[0], progress);
  }

  /** Makes it what the sources remember. */
  void restore(OpenPipeline pipeline) {
    Base64.Decoder decoder = Base64.getDecoder();
    sources.forEach(
        (id, position) -> {
          SourceState progress = pipeline.progress(id);
          position
              .progress()
              .forEach((key, value) -> progress.put(decoder.decode(key), decoder.decode(value)));
        });
  }
}
