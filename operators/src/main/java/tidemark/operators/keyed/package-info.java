/**
 * Custom keyed state: variables and a time-out for each key, changed by rules or by a {@link
 * tidemark.operators.keyed.KeyedOperator}'s other logic. Uses batch, expr, state and time; knows
 * nothing of the plan.
 */
@NullMarked
package tidemark.operators.keyed;

import org.jspecify.annotations.NullMarked;
