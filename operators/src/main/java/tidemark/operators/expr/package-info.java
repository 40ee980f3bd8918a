/**
 * The vocabulary of expressions: the typed tree, scopes, aggregates, evaluators and their
 * contracts. Texts become trees in {@code compile}, trees become column kernels in {@code bind}.
 * Depends on types, batch and diagnostics.
 */
@NullMarked
package tidemark.operators.expr;

import org.jspecify.annotations.NullMarked;
