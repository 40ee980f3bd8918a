package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.builtin.files.DurableFolder;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** The file that says whose a sink's folder is. */
final class OwnerMark {
  private static final String NAME = "owner.json";

  private final DurableFolder results;
  private final DurableFolder own;
  private final Owner claimer;
  private final String claimed;

  /**
   * @param own where the file is
   * @param claimer who wants to write the folder
   */
  OwnerMark(DurableFolder results, DurableFolder own, Owner claimer) {
    this.results = results;
    this.own = own;
    this.claimer = claimer;
    this.claimed = claimer.toJson();
  }

  /** Makes it the claimer's if nobody owns the folder; whose it is then. */
  Owner claim() throws IOException {
    if (!Files.exists(path())) {
      refuseForeignFiles();
      own.create();
      boolean unused = own.createFile(NAME, claimed);
    }
    return present();
  }

  /** Whose the folder is now. */
  Owner present() throws IOException {
    return Owner.of(Files.readString(path()));
  }

  /** Makes it the claimer's, whoever's it was. */
  void replace() throws IOException {
    if (!present().isSameAs(claimer)) {
      own.replaceFile(NAME, claimed);
    }
  }

  /**
   * @throws Failure TM606 if the folder is not the claimer's
   */
  void requireOurs() throws IOException {
    String mark = Files.readString(path());
    if (mark.equals(claimed)) {
      return;
    }
    Owner present = Owner.of(mark);
    if (!present.isSameAs(claimer)) {
      throw belongsTo(present);
    }
  }

  Failure belongsTo(Owner present) {
    return new Failure(
        Code.TM606,
        "the folder `"
            + results.path()
            + "` belongs to "
            + present.shown()
            + ", not to "
            + claimer.shown(),
        "write to another folder, go on with that pipeline's checkpoint, or delete the folder to"
            + " start over");
  }

  private Path path() {
    return own.path().resolve(NAME);
  }

  private void refuseForeignFiles() throws IOException {
    Optional<String> visible =
        results.names().stream()
            .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
            .findFirst();
    if (visible.isPresent()) {
      throw new Failure(
          Code.TM606,
          "the folder `"
              + results.path()
              + "` holds files that no Tidemark sink wrote, for example `"
              + PortableName.shown(visible.get())
              + "`",
          "write to an empty folder, or move these files away: readers could not tell them apart");
    }
  }
}
