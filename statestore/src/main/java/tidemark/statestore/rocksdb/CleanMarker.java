package tidemark.statestore.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateRef;
import tidemark.statestore.changelog.StateRefJson;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.JsonReader;

/**
 * The file that says which version the working copy holds: written at a clean close, gone while it
 * is in use.
 */
final class CleanMarker {
  private static final String NAME = "clean.json";

  private CleanMarker() {}

  static void write(Path work, StateRef ref, Map<String, Snapshots.SstFile> known)
      throws IOException {
    byte[] content =
        CheckedJson.encode(
            json -> {
              StateRefJson.write(json, ref);
              json.name("files").beginArray();
              for (Snapshots.SstFile file : known.values()) {
                json.element()
                    .beginObject()
                    .member("local", file.local())
                    .member("name", file.name())
                    .member("bytes", file.bytes())
                    .member("crc32c", file.crc32c())
                    .endObject();
              }
              json.endArray();
            });
    Files.write(work.resolve(NAME), content);
  }

  /**
   * Removes the marker; true when it names this version, and the SST files that the checkpoint has
   * are known then.
   */
  static boolean takeOver(Path work, StateRef ref, Map<String, Snapshots.SstFile> known)
      throws IOException {
    Path marker = work.resolve(NAME);
    if (!Files.exists(marker)) {
      return false;
    }
    byte[] content = Files.readAllBytes(marker);
    Files.delete(marker);
    List<StateRef> found = new ArrayList<>();
    try {
      CheckedJson.decode(
          content,
          marker.toString(),
          (name, json) -> {
            switch (name) {
              case "state" -> found.add(StateRefJson.read(json));
              case "files" -> json.array(() -> readFile(json, known));
              default -> json.skip();
            }
          });
    } catch (StateFailure damaged) {
      return false;
    }
    return found.equals(List.of(ref));
  }

  private static void readFile(JsonReader json, Map<String, Snapshots.SstFile> known) {
    String[] names = {"", ""};
    long[] numbers = {0, 0};
    json.object(
        name -> {
          switch (name) {
            case "local" -> names[0] = json.string();
            case "name" -> names[1] = json.string();
            case "bytes" -> numbers[0] = json.number();
            case "crc32c" -> numbers[1] = json.number();
            default -> json.skip();
          }
        });
    known.put(names[0], new Snapshots.SstFile(names[0], names[1], numbers[0], (int) numbers[1]));
  }
}
