package tidemark.runner.reader;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How a file is to be read.
 *
 * @param overrides values of variables, as given by {@code --set NAME=VALUE}
 * @param secretsFile a file with lines {@code NAME=VALUE}
 */
public record ReadOptions(Map<String, String> overrides, Optional<Path> secretsFile) {
  /** No overrides, no secrets file. */
  public static final ReadOptions NONE = new ReadOptions(Map.of(), Optional.empty());

  public ReadOptions {
    overrides = Map.copyOf(overrides);
  }
}
