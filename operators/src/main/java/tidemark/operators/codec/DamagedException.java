package tidemark.operators.codec;

import java.io.IOException;

/** Bytes that are not what their format says. The message is what is wrong, without the file. */
public final class DamagedException extends IOException {
  private static final long serialVersionUID = 1L;

  public DamagedException(String message) {
    super(message);
  }

  public DamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
