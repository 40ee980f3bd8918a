/**
 * Keyed state as sorted bytes, and what it promises: stores, cursors, sealed versions and the one
 * failure type. It knows no rows, no operators and no pipeline; the packages below it hold the
 * files, the two backends and the checkpoint.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore;
