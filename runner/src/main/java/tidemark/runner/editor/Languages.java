package tidemark.runner.editor;

import java.nio.file.Path;
import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.runner.language.Language;
import tidemark.runner.language.Shape;
import tidemark.runner.yaml.Environment;

/**
 * What files are read with, and what may stand in them.
 *
 * @param environment the variables that files may name
 */
record Languages(
    List<Connector> connectors,
    Environment environment,
    Shape.Mapping pipeline,
    Shape.Mapping suite) {
  Languages {
    connectors = List.copyOf(connectors);
  }

  static Languages of(List<Connector> connectors, Environment environment) {
    return new Languages(
        connectors, environment, Language.pipeline(connectors), Language.suite(connectors));
  }

  static boolean isSuite(Path path) {
    String name = path.toString();
    return name.endsWith(".test.yaml") || name.endsWith(".test.yml");
  }
}
