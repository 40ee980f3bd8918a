/**
 * Aggregate functions and what each remembers. An {@code AggregateFunction} is resolved for the
 * types of its arguments; its {@code Accumulators} hold one accumulator for each of many groups, in
 * arrays addressed by a dense group number, and can store an accumulator as bytes. The meaning of
 * every function is Spark SQL's in ANSI mode. Depends on types, batch and diagnostics.
 */
@NullMarked
package tidemark.operators.aggregate;

import org.jspecify.annotations.NullMarked;
