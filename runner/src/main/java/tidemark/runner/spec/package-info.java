/**
 * Records that mirror the language of pipeline files and test suites, every value with its place.
 * Shapes are checked, names and types are not: expressions are still text. Read by {@code
 * tidemark.runner.reader}.
 */
@NullMarked
package tidemark.runner.spec;

import org.jspecify.annotations.NullMarked;
