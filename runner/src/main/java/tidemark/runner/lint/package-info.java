/**
 * Warnings about pipelines that compile: one class per rule, and the catalogue that runs them all.
 * Reads spec and plan only; no input or output.
 */
@NullMarked
package tidemark.runner.lint;

import org.jspecify.annotations.NullMarked;
