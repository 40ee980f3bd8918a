/**
 * From spec records to a typed plan: wiring, names, types, event time, output modes, and where
 * filters act. What the user got wrong becomes diagnostics, all at once; nothing here touches a
 * file or runs. Also the texts that are made of a plan: the explanation, and the document that a
 * checkpoint keeps.
 */
@NullMarked
package tidemark.runner.compile;

import org.jspecify.annotations.NullMarked;
