/**
 * What the author of a function sees: functions of expressions that are written in Java and found
 * by {@link java.util.ServiceLoader}. Depends on columns and types only.
 */
@NullMarked
package tidemark.operators.function;

import org.jspecify.annotations.NullMarked;
