/**
 * What an operator author sees: the running form of a step in one micro-batch. Uses batch, time and
 * state; knows nothing of YAML, connectors or the plan.
 */
@NullMarked
package tidemark.operators;

import org.jspecify.annotations.NullMarked;
