package tidemark.operators.builtin.http;

import tidemark.operators.connector.Options;

/**
 * How long something is waited for, in milliseconds.
 *
 * @param connect a connection; not longer than an answer
 * @param answer the answer to a request, once there is a connection
 * @param retry a batch, which is tried again as long as that is safe
 */
record Patience(long connect, long answer, long retry) {
  private static final long CONNECT = 10_000;
  private static final long ANSWER = 30_000;
  private static final long RETRY = 120_000;

  Patience {
    connect = Math.min(connect, answer);
  }

  static Patience of(Options options) {
    return new Patience(
        options.number("connect_timeout").orElse(CONNECT),
        options.number("timeout").orElse(ANSWER),
        options.number("retry_for").orElse(RETRY));
  }
}
