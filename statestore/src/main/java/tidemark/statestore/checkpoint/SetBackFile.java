package tidemark.statestore.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.statestore.checkpoint.SetBack.Holder;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;

/** The note that a checkpoint was set back, {@code setback.json}. */
final class SetBackFile {
  static final String PATH = "setback.json";

  private SetBackFile() {}

  static Optional<SetBack> read(FileStore files) {
    if (files.length(PATH) < 0) {
      return Optional.empty();
    }
    Members found = new Members();
    List<Holder> holders = new ArrayList<>();
    CheckedJson.read(
        files,
        PATH,
        (name, json) -> {
          switch (name) {
            case "to" -> found.put(name, json.number());
            case "sinks" -> json.array(() -> holders.add(holder(json)));
            default -> json.skip();
          }
        });
    return Optional.of(found.make(PATH, () -> new SetBack(number(found, "to"), holders)));
  }

  /**
   * @throws IllegalArgumentException if a member is missing
   */
  private static Holder holder(JsonReader json) {
    Members found = new Members();
    List<String> places = new ArrayList<>();
    json.object(
        name -> {
          switch (name) {
            case "sink" -> found.put(name, json.string());
            case "places" -> json.array(() -> places.add(json.string()));
            case "after" -> found.put(name, json.number());
            default -> json.skip();
          }
        });
    return new Holder(found.text("sink"), places, number(found, "after"));
  }

  private static OptionalLong number(Members found, String name) {
    return found.optional(name, Long.class).stream().mapToLong(Long::longValue).findFirst();
  }

  /** Replaces the note; one that has nothing more to say goes. */
  static void write(FileStore files, SetBack note) {
    if (!note.isUnseen() && note.holders().isEmpty()) {
      files.delete(PATH);
      return;
    }
    files.replace(
        PATH,
        CheckedJson.encode(
            json -> {
              note.to().ifPresent(to -> json.member("to", to));
              json.name("sinks").beginArray();
              note.holders().forEach(each -> write(json, each));
              json.endArray();
            }));
  }

  private static void write(JsonWriter json, Holder holder) {
    json.element().beginObject().member("sink", holder.sink()).texts("places", holder.places());
    holder.after().ifPresent(after -> json.member("after", after));
    json.endObject();
  }
}
