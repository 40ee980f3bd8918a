/**
 * Avro's object container files straight into columns and back, after Avro's specification 1.12:
 * header, blocks, binary encoding, logical types. Depends on batch, types, codec, format and
 * connector.
 */
@NullMarked
package tidemark.operators.avro;

import org.jspecify.annotations.NullMarked;
