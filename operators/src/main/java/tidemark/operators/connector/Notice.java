package tidemark.operators.connector;

import tidemark.operators.diagnostics.Code;

/**
 * Something a source noticed that does not stop the run and must not stay silent: a file that
 * changed after it was read, a path that matches nothing.
 *
 * @param message one sentence that names the things, at most a few of them
 * @param count how many things it is about, for the counter of the code
 */
public record Notice(Code code, String message, long count) {}
