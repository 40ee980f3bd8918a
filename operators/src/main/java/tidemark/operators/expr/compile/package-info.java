/**
 * From texts to typed trees: names are resolved, types checked, casts put in. Depends on syntax,
 * functions and binding (to try constants).
 */
@NullMarked
package tidemark.operators.expr.compile;

import org.jspecify.annotations.NullMarked;
