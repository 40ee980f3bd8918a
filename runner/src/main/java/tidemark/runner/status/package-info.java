/**
 * How far a pipeline is, read from its checkpoint alone while a run may hold it: what is committed,
 * what is open, which source holds the watermark back and which windows wait for it. Reads, decides
 * and renders; prints nothing.
 */
@NullMarked
package tidemark.runner.status;

import org.jspecify.annotations.NullMarked;
