/**
 * The catalogue of functions: names, typing rule, meaning, example and kernel of each. Depends on
 * kernels and typing. The {@code all()} methods are tables with an entry a function, hence longer
 * than other methods.
 */
@NullMarked
package tidemark.operators.expr.function;

import org.jspecify.annotations.NullMarked;
