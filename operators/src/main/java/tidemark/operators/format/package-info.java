/**
 * Bytes to columns and back: decoders and encoders of ndjson, csv and text, and where their files
 * may be cut. JSON is read by a fast scanner that hands every record it is not sure of to a strict
 * parser, so results are always those of the strict one. Depends on batch, types, connector (bad
 * records, options) and diagnostics. It holds more types than most packages, because the scanners
 * share cells and number parsers that nobody else should see.
 */
@NullMarked
package tidemark.operators.format;

import org.jspecify.annotations.NullMarked;
