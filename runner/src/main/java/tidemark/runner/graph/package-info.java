/** A plan as a graph that can be drawn: nodes in layers, for Mermaid, Graphviz, SVG and JSON. */
@NullMarked
package tidemark.runner.graph;

import org.jspecify.annotations.NullMarked;
