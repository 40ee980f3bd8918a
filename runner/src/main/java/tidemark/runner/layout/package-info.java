/**
 * What a checkpoint remembers of a plan: the pipeline's parts by name, what each computes in
 * canonical text, and for every step that keeps state how its stored rows look and what they mean.
 * Pure data and its JSON; it knows neither the pipeline file nor the engine.
 */
@NullMarked
package tidemark.runner.layout;

import org.jspecify.annotations.NullMarked;
