/**
 * Parquet files straight into columns and back, after the format's specification (parquet-format
 * 2.12): footer, pages, encodings, nesting, statistics. No record is ever made on the way. Depends
 * on batch, types, codec, format (texts) and connector (conditions, bad records).
 */
@NullMarked
package tidemark.operators.parquet;

import org.jspecify.annotations.NullMarked;
