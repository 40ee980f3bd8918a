package tidemark.runner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.reader.LintPolicyReader;

/** The policies of the folders that files stand in: the nearest above a file is its own. */
final class LintPolicies {
  private final Map<Path, Optional<LintPolicyReader.Result>> byFolder = new HashMap<>();

  /** The policy of a file. */
  Optional<LintPolicyReader.Result> of(String file) {
    Path folder = Path.of(file).toAbsolutePath().normalize().getParent();
    return folder == null ? Optional.empty() : inFolder(folder);
  }

  private Optional<LintPolicyReader.Result> inFolder(Path folder) {
    Optional<LintPolicyReader.Result> known = byFolder.get(folder);
    if (known != null) {
      return known;
    }
    Path file = folder.resolve(LintPolicyReader.FILE);
    Path above = folder.getParent();
    Optional<LintPolicyReader.Result> found =
        Files.isRegularFile(file)
            ? Optional.of(LintPolicyReader.read(shown(file)))
            : above == null ? Optional.empty() : inFolder(above);
    byFolder.put(folder, found);
    return found;
  }

  /** As the user would write it from where they stand. */
  private static Path shown(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }
}
