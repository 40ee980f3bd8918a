/** Values as JSON and CSV documents: writing them, and telling the schema of a document. */
@NullMarked
package tidemark.operators.expr.document;

import org.jspecify.annotations.NullMarked;
