package tidemark.runner.yaml;

import java.util.List;
import java.util.Optional;

/**
 * A composed file.
 *
 * @param root empty if the file could not be composed; that was reported
 * @param scalars all scalars that are written in the file, in its order, keys included
 */
public record YamlFile(SourceText text, Optional<YamlNode> root, List<Written> scalars) {
  public YamlFile {
    scalars = List.copyOf(scalars);
  }

  /** From which offset up to which a scalar is written. */
  public record Written(int from, int to) {}
}
