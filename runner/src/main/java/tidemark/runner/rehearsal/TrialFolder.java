package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.connector.ScratchName;

/**
 * Where one run of a rehearsal has what it writes; a process that is told the folder finds the
 * rest.
 *
 * @param path a folder in that of the rehearsal
 */
public record TrialFolder(Path path) {
  private static final String UNDISTURBED = "00";

  /** The folder of the n-th run; the undisturbed one is number 0. */
  static TrialFolder of(Path rehearsal, int number) {
    return new TrialFolder(rehearsal.resolve(String.format(Locale.ROOT, "%02d", number)));
  }

  Path checkpoint() {
    return path.resolve("checkpoint");
  }

  /** The checkpoint of the run that nothing disturbed. */
  Path undisturbed() {
    return path.resolveSibling(UNDISTURBED).resolve("checkpoint");
  }

  /** Where the rows of a sink go that is not rehearsed. */
  Path files(String sink) {
    return path.resolve("rows").resolve(sink);
  }

  /**
   * What the scratch target of a sink is called.
   *
   * @param number of the sink, in order of ids
   */
  ScratchName scratch(int number, Optional<String> place) {
    Path rehearsal = path.getParent();
    String word = rehearsal.getFileName().toString().replaceAll("[^0-9a-z]", "");
    return new ScratchName(
        ScratchName.PREFIX + word + "_" + path.getFileName() + "_" + number,
        rehearsal.getParent(),
        place);
  }
}
