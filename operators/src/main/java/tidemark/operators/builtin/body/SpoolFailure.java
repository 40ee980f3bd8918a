package tidemark.operators.builtin.body;

import java.io.IOException;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** What goes wrong while rows are kept in a temporary file. */
final class SpoolFailure {
  private SpoolFailure() {}

  /** File operations. */
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Runs file operations.
   *
   * @throws Failure TM605 if they fail
   */
  static <T> T attempt(Work<T> work) {
    try {
      return work.run();
    } catch (IOException broken) {
      throw new Failure(
          Code.TM605,
          "the rows of the batch cannot be kept in a temporary file: " + FileReason.of(broken),
          "make room in the folder of temporary files, or name another one with"
              + " `-Djava.io.tmpdir`; nothing of the batch was handed over",
          broken);
    }
  }
}
