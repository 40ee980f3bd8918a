/**
 * The catalogue of functions: names, typing rule, meaning, example and kernel of each. Depends on
 * kernels and typing.
 */
@NullMarked
package tidemark.operators.expr.function;

import org.jspecify.annotations.NullMarked;
