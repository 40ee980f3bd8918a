package tidemark.statestore.checkpoint;

import java.util.Optional;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/** The lease as a file: {@code lease.json}. */
final class LeaseFile {
  static final String PATH = "lease.json";

  private LeaseFile() {}

  static Optional<Lease> read(FileStore files) {
    if (files.length(PATH) < 0) {
      return Optional.empty();
    }
    Members found = new Members();
    CheckedJson.read(
        files,
        PATH,
        (name, json) -> {
          switch (name) {
            case "epoch", "since" -> found.put(name, json.number());
            case "owner" -> found.put(name, json.string());
            case "held" -> found.put(name, json.bool());
            default -> json.skip();
          }
        });
    return Optional.of(
        found.make(
            PATH,
            () ->
                new Lease(
                    found.number("epoch"),
                    found.text("owner"),
                    found.number("since"),
                    found.flag("held"))));
  }

  /** The same; a damaged file says nothing, and is replaced by the next run. */
  static Optional<Lease> known(FileStore files) {
    try {
      return read(files);
    } catch (StateFailure e) {
      if (e.kind() != Kind.DAMAGED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  static void write(FileStore files, Lease lease) {
    files.replace(
        PATH,
        CheckedJson.encode(
            json ->
                json.member("epoch", lease.epoch())
                    .member("owner", lease.owner())
                    .member("since", lease.sinceMillis())
                    .member("held", lease.held())));
  }
}
