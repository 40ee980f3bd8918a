/**
 * Keyed state as operators see it: keys that sort, the table that groups rows by key, and the
 * bridge from rows to the bytes of a state store. The only package of this module, beside the
 * operators that it serves, that knows the state store.
 */
@NullMarked
package tidemark.operators.state;

import org.jspecify.annotations.NullMarked;
