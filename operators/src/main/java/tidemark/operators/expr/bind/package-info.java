/** From typed trees to evaluators over batches, with constants folded. Depends on functions. */
@NullMarked
package tidemark.operators.expr.bind;

import org.jspecify.annotations.NullMarked;
