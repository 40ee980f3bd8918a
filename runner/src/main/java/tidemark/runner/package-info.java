/** Placeholder. */
@org.jspecify.annotations.NullMarked
package tidemark.runner;
