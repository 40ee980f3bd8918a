/** Whole-run and kernel benchmarks. */
@org.jspecify.annotations.NullMarked
package tidemark.benchmarks;
