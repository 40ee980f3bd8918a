/**
 * The language as data: every mapping of a pipeline file and of a test suite, its keys, what may
 * stand behind them and what they mean. Editors read it: the JSON Schemas are written from it,
 * completion and hover look keys up in it. A test holds it against the readers, mapping by mapping.
 */
@NullMarked
package tidemark.runner.language;

import org.jspecify.annotations.NullMarked;
