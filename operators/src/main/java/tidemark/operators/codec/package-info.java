/**
 * Packed blocks of bytes, as columnar and row-oriented binary files hold them. Depends on nothing.
 */
@NullMarked
package tidemark.operators.codec;

import org.jspecify.annotations.NullMarked;
