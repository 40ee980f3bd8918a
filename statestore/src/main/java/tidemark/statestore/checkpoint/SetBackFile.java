package tidemark.statestore.checkpoint;

import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/**
 * The note that a checkpoint was set back, {@code setback.json}: sinks may hold batches that have
 * not happened any more, until the next run has taken them out. FORMAT.md section 2.
 */
final class SetBackFile {
  static final String PATH = "setback.json";

  private SetBackFile() {}

  static boolean exists(FileStore files) {
    return files.length(PATH) >= 0;
  }

  /** Fails if the note is damaged; what it says is for people, that it is there is what counts. */
  static void check(FileStore files) {
    if (exists(files)) {
      CheckedJson.read(files, PATH, (name, json) -> json.skip());
    }
  }

  static void write(FileStore files, long toBatch) {
    files.replace(PATH, CheckedJson.encode(json -> json.member("to", toBatch)));
  }

  static void delete(FileStore files) {
    files.delete(PATH);
  }
}
