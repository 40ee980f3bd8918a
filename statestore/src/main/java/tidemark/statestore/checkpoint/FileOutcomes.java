package tidemark.statestore.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

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
  public void put(String sink, String json) {
    files.replace(
        path(sink),
        CheckedJson.encode(file -> file.member("sink", sink).rawMember("outcome", json)));
  }

  @Override
  public Optional<String> read(String sink) {
    return files.length(path(sink)) < 0
        ? Optional.empty()
        : Optional.of(load(path(sink)).text("outcome"));
  }

  private Members load(String path) {
    Members found = new Members();
    CheckedJson.read(
        files,
        path,
        (name, json) -> {
          switch (name) {
            case "sink" -> found.put(name, json.string());
            case "outcome" -> found.put(name, json.raw());
            default -> json.skip();
          }
        });
    return found.make(
        path,
        () -> {
          found.text("sink");
          found.text("outcome");
          return found;
        });
  }

  @Override
  public void clear(String sink) {
    files.delete(path(sink));
  }

  @Override
  public List<String> sinks() {
    return files.list(FOLDER).stream()
        .filter(name -> name.endsWith(SUFFIX))
        .map(name -> load(FOLDER + "/" + name).text("sink"))
        .sorted()
        .toList();
  }
}
