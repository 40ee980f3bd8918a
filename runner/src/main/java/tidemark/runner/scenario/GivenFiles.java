package tidemark.runner.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.spec.InputSpec;

/** The files that a test gives to sources: one that cannot be read is found without a run. */
final class GivenFiles {
  private GivenFiles() {}

  static void check(InputSpec input, Diagnostics found) {
    if (input instanceof InputSpec.Files several) {
      several.files().forEach(file -> check(file, found));
    } else if (input instanceof InputSpec.File file) {
      Path path = file.path();
      if (Files.notExists(path)) {
        found.error(
            Code.TM115,
            file.span(),
            "the file `" + path.getFileName() + "` does not exist",
            "check the path; it was looked for at " + path);
      } else if (Files.isDirectory(path)) {
        found.error(
            Code.TM115, file.span(), "`" + path.getFileName() + "` is a folder", "name a file");
      } else if (!Files.isReadable(path)) {
        found.error(
            Code.TM115,
            file.span(),
            "the file `" + path.getFileName() + "` cannot be read",
            "check its rights");
      }
    }
  }
}
