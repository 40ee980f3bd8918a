package tidemark.operators.builtin.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.SecretNames;

/**
 * A URL in which {@code {key}}, {@code {query}}, {@code {batch}} and {@code {sink}} stand for what
 * names a micro-batch.
 */
record UrlTemplate(String text) {
  private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
  private static final List<String> PLACES = List.of("key", "query", "batch", "sink");

  private static final Pattern SERVER = Pattern.compile("^[^:]*://[^/?#]*");

  /** What separates the words of a path and of parameters, of which each may be a secret. */
  private static final Pattern SEPARATOR = Pattern.compile(PLACE.pattern() + "|[/?&;=#]");

  /** A shorter word, such as {@code rows} or {@code v1}, is no secret unless its name says so. */
  private static final int SHORTEST_SECRET = 8;

  private static final OperationKey SAMPLE = new OperationKey("q", 0, "s");

  /** What keeps the text from being such a URL, as one sentence without the text. */
  Optional<String> objection() {
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      if (!PLACES.contains(place.group(1))) {
        return Optional.of("`{" + place.group(1) + "}` stands for nothing in a URL");
      }
    }
    try {
      URI url = new URI(filled(SAMPLE));
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        return Optional.of("the URL begins neither with `http://` nor with `https://`");
      }
      if (url.getUserInfo() != null) {
        return Optional.of("the URL has a user name in it");
      }
      return url.getHost() == null ? Optional.of("the URL names no host") : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.of("this is no URL: " + e.getReason());
    }
  }

  /** Whether what is sent there can be read on the way. */
  boolean isPlain() {
    URI url = of(SAMPLE);
    boolean stays = url.getHost().matches("localhost|127\\..*|\\[::1]");
    return url.getScheme().equalsIgnoreCase("http") && !stays;
  }

  /** The URL of a micro-batch. */
  URI of(OperationKey key) {
    return URI.create(filled(key));
  }

  private String filled(OperationKey key) {
    return text.replace("{key}", encoded(key.toString()))
        .replace("{query}", encoded(key.queryId()))
        .replace("{batch}", Long.toString(key.batch()))
        .replace("{sink}", encoded(key.sink()));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The place without what may be secret: no path, no parameters. */
  String server() {
    URI url = of(SAMPLE);
    return url.getScheme() + "://" + url.getRawAuthority();
  }

  /** What of path and parameters may be secret, as it is written and as a server decodes it. */
  Set<String> secrets() {
    Set<String> secrets = new HashSet<>();
    String name = "";
    for (String word : SEPARATOR.split(SERVER.matcher(text).replaceFirst(""))) {
      if (word.length() >= SHORTEST_SECRET || !word.isEmpty() && SecretNames.isSecret(name)) {
        secrets.add(word);
        secrets.add(decoded(word));
      }
      name = word;
    }
    return secrets;
  }

  /** A word that ends within an escape, as before a place, is no escape by itself. */
  private static String decoded(String word) {
    try {
      return URLDecoder.decode(word, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return word;
    }
  }
}
