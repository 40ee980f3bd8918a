package tidemark.statestore.checkpoint;

import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/** Whose checkpoint it is: {@code checkpoint.json}. */
record Identity(String queryId, String pipeline, long createdMillis) {
  static final String PATH = "checkpoint.json";

  /** What is left when the file is lost: nothing else says whose operations the sinks hold. */
  static final String WITHOUT_COPY =
      "Without a copy the checkpoint is lost: move its folder away. The next run makes a new one, and"
          + " says what can be done where sinks hold batches of this one (TM606); sinks that keep no"
          + " marks are given everything again.";

  static boolean exists(FileStore files) {
    return files.length(PATH) >= 0;
  }

  static Identity read(FileStore files) {
    try {
      return content(files);
    } catch (StateFailure e) {
      throw e.kind() == Kind.DAMAGED
          ? new StateFailure(
              Kind.DAMAGED, String.valueOf(e.getMessage()), e.wayOut() + " " + WITHOUT_COPY, e)
          : e;
    }
  }

  private static Identity content(FileStore files) {
    Members found = new Members();
    CheckedJson.read(
        files,
        PATH,
        (name, json) -> {
          switch (name) {
            case "queryId", "pipeline" -> found.put(name, json.string());
            case "created" -> found.put(name, json.number());
            default -> json.skip();
          }
        });
    return found.make(
        PATH,
        () -> new Identity(found.text("queryId"), found.text("pipeline"), found.number("created")));
  }

  void create(FileStore files) {
    byte[] content =
        CheckedJson.encode(
            json ->
                json.member("queryId", queryId)
                    .member("pipeline", pipeline)
                    .member("created", createdMillis));
    if (!files.createIfAbsent(PATH, content)) {
      throw new StateFailure(
          Kind.IN_USE,
          PATH + " was made by another run at the same moment",
          "Start one run per checkpoint.");
    }
  }
}
