package tidemark.operators.connector;

import java.util.Map;
import java.util.regex.Pattern;

/** Names, of headers or variables of an environment, that say that their text is a secret. */
public final class SecretNames {
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(?:authorization|cookie|passw|passphrase|secret|token|credential|signature"
              + "|(?:api|access|auth|private)[-_]?key).*|(?:.*[_.-])?pwd?(?:[_.-].*)?",
          Pattern.CASE_INSENSITIVE);

  private static final String MASK = "***";

  private SecretNames() {}

  /** Whether what stands behind the name must not be shown. */
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /**
   * A text without the secrets among some pairs, which whoever was told them may repeat. Of a
   * secret such as {@code Bearer abc} the last word is one by itself.
   */
  public static String masked(String text, Map<String, String> pairs) {
    String masked = text;
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      String secret = pair.getValue();
      if (isSecret(pair.getKey()) && !secret.isBlank()) {
        masked = masked.replace(secret, MASK);
        masked = masked.replace(lastWord(secret), MASK);
      }
    }
    return masked;
  }

  /** What stands behind the last space. */
  public static String lastWord(String secret) {
    return secret.substring(secret.stripTrailing().lastIndexOf(' ') + 1);
  }
}
