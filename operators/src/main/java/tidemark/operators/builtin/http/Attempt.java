package tidemark.operators.builtin.http;

import java.util.OptionalLong;

/** What came of sending one request. */
sealed interface Attempt {
  /**
   * The server answered.
   *
   * @param text the first part of what it said, without secrets
   * @param retryAfterMillis how long it wants to be left alone
   */
  record Answered(int status, String text, OptionalLong retryAfterMillis) implements Attempt {}

  /** Nothing of the body went out: there was no connection. */
  record NotSent(String reason) implements Attempt {}

  /** The request, or part of it, went out, and no status came back. */
  record Lost(String reason) implements Attempt {}
}
