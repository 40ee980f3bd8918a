package tidemark.runner.yaml;

import java.util.Optional;

/** The environment variables of the process, or a test's own. */
@FunctionalInterface
public interface Environment {
  /** The value of a variable; empty if it is not set. */
  Optional<String> find(String name);
}
