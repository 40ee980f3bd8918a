package tidemark.runner.reader;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.yaml.YamlNode.Scalar;

/** The variables of a file as it writes them, until one is found to hold a secret. */
final class WrittenVariables {
  private final Map<String, WrittenVariable> variables = new HashMap<>();

  /**
   * A variable.
   *
   * @param value before anything is substituted in it
   * @param overridden whether another value is in force
   */
  record WrittenVariable(Scalar value, boolean overridden) {}

  void add(String name, WrittenVariable variable) {
    variables.put(name, variable);
  }

  /** The variable; nobody else gets it, so that it is told once. */
  Optional<WrittenVariable> take(String name) {
    return Optional.ofNullable(variables.remove(name));
  }
}
