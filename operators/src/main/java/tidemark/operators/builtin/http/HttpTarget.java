package tidemark.operators.builtin.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SecretNames;

/**
 * Who is asked, and with which headers.
 *
 * @param outcomeUrl where the receiver can be asked whether it has a batch
 * @param headers those of every request, the author's own and what `user` and `password` make
 * @param keyHeader the header that carries the operation key
 */
record HttpTarget(
    UrlTemplate url,
    Optional<UrlTemplate> outcomeUrl,
    String method,
    Map<String, String> headers,
    String keyHeader) {
  HttpTarget {
    headers = new LinkedHashMap<>(headers);
  }

  static HttpTarget of(Options options) {
    return new HttpTarget(
        new UrlTemplate(options.text("url").orElse("")),
        options.text("outcome_url").map(UrlTemplate::new),
        options.text("method").orElse("POST"),
        headersOf(options),
        options.text("key_header").orElse(HttpSinkOptions.USUAL_KEY_HEADER));
  }

  private static Map<String, String> headersOf(Options options) {
    Map<String, String> headers = options.pairs("headers");
    if (options.text("user").isPresent()) {
      String pair = options.text("user").get() + ":" + options.text("password").orElse("");
      String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
      headers.put("Authorization", "Basic " + encoded);
    }
    return headers;
  }

  /** Whether whoever is on the way can read a secret. */
  boolean showsSecrets() {
    return (url.isPlain() || outcomeUrl.filter(UrlTemplate::isPlain).isPresent())
        && headers.keySet().stream().anyMatch(SecretNames::isSecret);
  }

  /** The text without secrets, which a server may repeat in its answer. */
  String masked(String text) {
    Set<String> secrets = SecretNames.among(headers);
    secrets.addAll(url.secrets());
    outcomeUrl.map(UrlTemplate::secrets).ifPresent(secrets::addAll);
    return SecretNames.masked(text, secrets);
  }

  /** The server, without anything that could be secret. */
  String server() {
    return url.server();
  }
}
