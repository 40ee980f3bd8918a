package tidemark.operators.diagnostics;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What stops a run that the pipeline file cannot be blamed for at lint time: bad data, a full disk,
 * a checkpoint in use. Shown as one diagnostic; the stack trace only with {@code --debug}.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final String wayOut;
  private final transient @Nullable Written written;

  /**
   * @param message one sentence that names the thing (file, position, key) and the reason
   * @param wayOut what the user can do
   */
  public Failure(Code code, String message, String wayOut) {
    super(message);
    this.code = code;
    this.wayOut = wayOut;
    this.written = null;
  }

  public Failure(Code code, String message, String wayOut, Throwable cause) {
    this(code, message, wayOut, null, cause);
  }

  private Failure(
      Code code, String message, String wayOut, @Nullable Written written, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.wayOut = wayOut;
    this.written = written;
  }

  /** The same failure, of something that is written there. */
  public Failure at(Written place) {
    return new Failure(code, getMessage(), wayOut, place, this);
  }

  /** The same failure in other words. */
  public Failure saying(String message, String otherWayOut) {
    return new Failure(code, message, otherWayOut, written, this);
  }

  public Code code() {
    return code;
  }

  public String wayOut() {
    return wayOut;
  }

  /** Where the pipeline says what failed, if that is known. */
  public Optional<Written> written() {
    return Optional.ofNullable(written);
  }
}
