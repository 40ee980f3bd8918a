package tidemark.statestore.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.OutcomeEntry.Decision;
import tidemark.statestore.checkpoint.OutcomeEntry.SettledBy;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;

/** Open outcomes as files, {@code outcomes/<sink>.json}. */
final class FileOutcomes implements OutcomeFiles {
  private static final String FOLDER = "outcomes";
  private static final String SUFFIX = ".json";

  private final FileStore files;

  FileOutcomes(FileStore files) {
    this.files = files;
  }

  private static String path(String sink) {
    StringBuilder name = new StringBuilder();
    for (byte b : sink.getBytes(UTF_8)) {
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '-'
              || b == '_';
      name.append(plain ? String.valueOf((char) b) : String.format("%%%02X", b & 0xFF));
    }
    return FOLDER + "/" + name + SUFFIX;
  }

  @Override
  public void put(String sink, OutcomeEntry entry) {
    JsonWriter outcome =
        new JsonWriter()
            .beginObject()
            .member("batch", entry.batch())
            .member("key", entry.key())
            .member("word", entry.word().shown())
            .member("settled", entry.settledBy().shown())
            .member("at", entry.atMillis());
    entry
        .decision()
        .ifPresent(
            decision ->
                outcome
                    .name("decided")
                    .beginObject()
                    .member("as", decision.as().shown())
                    .member("at", decision.atMillis())
                    .endObject());
    outcome.endObject();
    files.replace(
        path(sink),
        CheckedJson.encode(
            file -> file.member("sink", sink).rawMember("outcome", outcome.toString())));
  }

  @Override
  public Optional<OutcomeEntry> read(String sink) {
    String path = path(sink);
    return files.length(path) < 0
        ? Optional.empty()
        : Optional.of(load(path).value("outcome", OutcomeEntry.class));
  }

  private Members load(String path) {
    Members found = new Members();
    CheckedJson.read(
        files,
        path,
        (name, json) -> {
          switch (name) {
            case "sink" -> found.put(name, json.string());
            case "outcome" -> found.put(name, entry(json));
            default -> json.skip();
          }
        });
    return found.make(
        path,
        () -> {
          found.text("sink");
          found.value("outcome", OutcomeEntry.class);
          return found;
        });
  }

  /**
   * @throws IllegalArgumentException if a member is missing or no such word is known
   */
  private static OutcomeEntry entry(JsonReader json) {
    Members found = new Members();
    found.put("batch", OffsetEntry.NONE);
    json.object(
        name -> {
          switch (name) {
            case "batch", "at" -> found.put(name, json.number());
            case "key" -> found.put(name, json.string());
            case "word" -> found.put(name, word(json));
            case "settled" -> found.put(name, settledBy(json));
            case "decided" -> found.put(name, decision(json));
            default -> json.skip();
          }
        });
    if (found.number("batch") == OffsetEntry.NONE) {
      return new OutcomeEntry(
          OffsetEntry.NONE, "", Word.UNKNOWN, SettledBy.SINK, 0, Optional.empty());
    }
    return new OutcomeEntry(
        found.number("batch"),
        found.text("key"),
        found.value("word", Word.class),
        found.value("settled", SettledBy.class),
        found.number("at"),
        found.optional("decided", Decision.class));
  }

  private static Decision decision(JsonReader json) {
    Members found = new Members();
    json.object(
        name -> {
          switch (name) {
            case "as" -> found.put(name, word(json));
            case "at" -> found.put(name, json.number());
            default -> json.skip();
          }
        });
    return new Decision(found.value("as", Word.class), found.number("at"));
  }

  private static SettledBy settledBy(JsonReader json) {
    return SettledBy.valueOf(json.string().toUpperCase(Locale.ROOT));
  }

  private static Word word(JsonReader json) {
    return Word.valueOf(json.string().toUpperCase(Locale.ROOT));
  }

  @Override
  public void clear() {
    names().forEach(name -> files.delete(FOLDER + "/" + name));
  }

  /** Forgets what is said of batches after this one; a damaged file says nothing. */
  void clearAfter(long batch) {
    for (String name : names()) {
      try {
        Members found = load(FOLDER + "/" + name);
        if (found.value("outcome", OutcomeEntry.class).batch() > batch) {
          files.delete(FOLDER + "/" + name);
        }
      } catch (StateFailure e) {
        if (e.kind() != Kind.DAMAGED) {
          throw e;
        }
        files.delete(FOLDER + "/" + name);
      }
    }
  }

  @Override
  public List<String> sinks() {
    return names().stream().map(name -> load(FOLDER + "/" + name).text("sink")).sorted().toList();
  }

  private List<String> names() {
    return files.list(FOLDER).stream().filter(name -> name.endsWith(SUFFIX)).toList();
  }
}
