package tidemark.operators.codec;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Bytes that are not what their format says. The message is what is wrong, without the file; names
 * that damaged bytes gave have a question mark for each control character.
 */
public final class DamagedException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  public DamagedException(String message) {
    super(shown(message));
  }

  public DamagedException(String message, Throwable cause) {
    super(shown(message), cause);
  }

  private static String shown(String message) {
    return CONTROL.matcher(message).replaceAll("?");
  }
}
