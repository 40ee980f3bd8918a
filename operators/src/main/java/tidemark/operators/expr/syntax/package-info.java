/**
 * From text to an untyped tree with places: the grammar's parser, the tree and syntax errors in
 * plain words. Depends on the vocabulary of expressions.
 */
@NullMarked
package tidemark.operators.expr.syntax;

import org.jspecify.annotations.NullMarked;
