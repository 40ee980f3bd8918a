/** Event time: watermarks, windows and what a micro-batch knows of time. Depends on nothing. */
@NullMarked
package tidemark.operators.time;

import org.jspecify.annotations.NullMarked;
