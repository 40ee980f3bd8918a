package tidemark.operators.diagnostics;

/**
 * What stops a run that the pipeline file cannot be blamed for at lint time: bad data, a full disk,
 * a checkpoint in use. Shown as one diagnostic; the stack trace only with {@code --debug}.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final String wayOut;

  /**
   * @param message one sentence that names the thing (file, position, key) and the reason
   * @param wayOut what the user can do
   */
  public Failure(Code code, String message, String wayOut) {
    super(message);
    this.code = code;
    this.wayOut = wayOut;
  }

  public Failure(Code code, String message, String wayOut, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.wayOut = wayOut;
  }

  public Code code() {
    return code;
  }

  public String wayOut() {
    return wayOut;
  }
}
