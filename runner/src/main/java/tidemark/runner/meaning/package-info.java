/**
 * What a plan means, as text that does not depend on how it was spelled: what each node does, what
 * a step's rows are made of, and what its state holds. Makes the {@link
 * tidemark.runner.layout.Layout} that a checkpoint keeps.
 */
@NullMarked
package tidemark.runner.meaning;

import org.jspecify.annotations.NullMarked;
