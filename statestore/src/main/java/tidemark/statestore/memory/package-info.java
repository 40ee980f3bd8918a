/**
 * State in sorted maps, without files: the reference of the tests and the engine of previews and
 * test suites.
 */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.memory;
