/**
 * Reads pipeline files, schema files and test suites into the records of {@code
 * tidemark.runner.spec}: which keys there are, which shape their values have. Everything that is
 * wrong is reported at once. Reads files; names, types and wiring are the compiler's.
 */
@NullMarked
package tidemark.runner.reader;

import org.jspecify.annotations.NullMarked;
