/**
 * The data types of columns, their Spark DDL words, fields and schemas. Depends on diagnostics at
 * most.
 */
@NullMarked
package tidemark.operators.types;

import org.jspecify.annotations.NullMarked;
