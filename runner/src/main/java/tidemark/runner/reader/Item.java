package tidemark.runner.reader;

import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlPath;

/**
 * A node to be read.
 *
 * @param key the key it stands behind; of a list's item, the item itself
 */
record Item(YamlNode node, YamlPath path, Span key) {}
