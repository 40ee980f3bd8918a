/** Placeholder. */
@org.jspecify.annotations.NullMarked
package tidemark.statestore;
