/** The segments of the change log: writing, reading and merging sorted changes. */
@org.jspecify.annotations.NullMarked
package tidemark.statestore.changelog;
