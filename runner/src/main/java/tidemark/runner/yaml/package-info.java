/**
 * A YAML file as an immutable tree in which every node knows its place: composing, the rules of the
 * notation, substitution, secrets. Scalars stay text; who reads them decides what they are. The
 * only package that uses SnakeYAML.
 */
@NullMarked
package tidemark.runner.yaml;

import org.jspecify.annotations.NullMarked;
