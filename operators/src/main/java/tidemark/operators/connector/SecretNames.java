package tidemark.operators.connector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    return masked(text, among(pairs));
  }

  /** The secrets among some pairs, the last word of each besides. */
  public static Set<String> among(Map<String, String> pairs) {
    Set<String> secrets = new HashSet<>();
    pairs.forEach(
        (name, secret) -> {
          if (isSecret(name) && !secret.isBlank()) {
            secrets.add(secret);
            secrets.add(lastWord(secret));
          }
        });
    return secrets;
  }

  /** A text without these secrets. */
  public static String masked(String text, Set<String> secrets) {
    List<String> longestFirst = new ArrayList<>(secrets); // so that one in another leaves no rest
    longestFirst.sort(Comparator.comparingInt(String::length).reversed());
    String masked = text;
    for (String secret : longestFirst) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }

  /** What stands behind the last space. */
  public static String lastWord(String secret) {
    return secret.substring(secret.stripTrailing().lastIndexOf(' ') + 1);
  }
}
