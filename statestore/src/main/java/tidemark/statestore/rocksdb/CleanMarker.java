package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.StoreId;
import tidemark.statestore.changelog.StateRefJson;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.JsonReader;
import tidemark.statestore.files.JsonWriter;
import tidemark.statestore.files.Release;

/**
 * The file that says which version the working copy holds and where: written at a clean close, gone
 * while it is in use. FORMAT.md section 5.
 */
record CleanMarker(StateRef state, String tables, List<StoreMark> stores) {
  private static final String NAME = "intact.json";

  /** Where the rows of one store are. */
  record StoreMark(StoreId id, List<Integer> generations, List<TableImages.Image> images) {}

  void write(Path work) throws IOException {
    Files.write(
        work.resolve(NAME),
        CheckedJson.encode(
            json -> {
              StateRefJson.write(json, state);
              json.member("tables", tables).name("stores").beginArray();
              stores.forEach(store -> write(json.element(), store));
              json.endArray();
            }));
  }

  private static void write(JsonWriter json, StoreMark store) {
    json.beginObject()
        .member("owner", store.id().owner())
        .member("name", store.id().name())
        .member("generations", numbers(store.generations()))
        .name("tables")
        .beginArray();
    for (TableImages.Image image : store.images()) {
      json.element()
          .beginObject()
          .member("group", image.group())
          .member("from", image.from())
          .member("bytes", image.bytes())
          .member("crc32c", image.crc32c())
          .member("complete", image.complete())
          .member("least", image.least())
          .endObject();
    }
    json.endArray().endObject();
  }

  private static String numbers(Collection<Integer> values) {
    StringBuilder text = new StringBuilder();
    values.forEach(value -> text.append(text.length() == 0 ? "" : " ").append(value));
    return text.toString();
  }

  /**
   * Removes the marker and returns what it says, if it is there and whole. What another release has
   * left is not looked into: tables and the files of its RocksDB may have any form.
   */
  static Optional<CleanMarker> takeOver(Path work) throws IOException {
    Path file = work.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    List<StateRef> state = new ArrayList<>();
    List<StoreMark> stores = new ArrayList<>();
    String[] tables = {""};
    String[] writer = {""};
    try {
      CheckedJson.decode(
          content,
          file.toString(),
          (name, json) -> {
            switch (name) {
              case "writer" -> writer[0] = json.string();
              case "state" -> state.add(StateRefJson.read(json));
              case "tables" -> tables[0] = json.string();
              case "stores" -> json.array(() -> stores.add(readStore(json)));
              default -> json.skip();
            }
          });
    } catch (StateFailure damaged) {
      return Optional.empty();
    }
    if (!writer[0].equals(Release.VERSION)) {
      return Optional.empty();
    }
    return state.stream().findFirst().map(ref -> new CleanMarker(ref, tables[0], stores));
  }

  private static StoreMark readStore(JsonReader json) {
    String[] names = {"", ""};
    List<Integer> generations = new ArrayList<>();
    List<TableImages.Image> images = new ArrayList<>();
    json.object(
        member -> {
          switch (member) {
            case "owner" -> names[0] = json.string();
            case "name" -> names[1] = json.string();
            case "generations" ->
                Arrays.stream(json.string().split(" "))
                    .forEach(number -> generations.add(Integer.parseInt(number)));
            case "tables" -> json.array(() -> images.add(readImage(json)));
            default -> json.skip();
          }
        });
    return new StoreMark(new StoreId(names[0], names[1]), generations, images);
  }

  private static TableImages.Image readImage(JsonReader json) {
    long[] numbers = new long[5];
    boolean[] complete = {false};
    json.object(
        member -> {
          switch (member) {
            case "group" -> numbers[0] = json.number();
            case "from" -> numbers[1] = json.number();
            case "bytes" -> numbers[2] = json.number();
            case "crc32c" -> numbers[3] = json.number();
            case "complete" -> complete[0] = json.bool();
            case "least" -> numbers[4] = json.number();
            default -> json.skip();
          }
        });
    return new TableImages.Image(
        (int) numbers[0], numbers[1], (int) numbers[2], (int) numbers[3], complete[0], numbers[4]);
  }
}
