package tidemark.operators.builtin.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tidemark.operators.builtin.body.BodyFormat;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** The keys of an http sink, and what is wrong with their texts. */
final class HttpSinkOptions {
  static final String USUAL_FORMAT = "json";
  static final String USUAL_KEY_HEADER = "Idempotency-Key";

  private HttpSinkOptions() {}

  static List<OptionSpec> declared() {
    List<OptionSpec> all = new ArrayList<>();
    all.add(
        OptionSpec.required(
            "url", OptionKind.TEXT, "where a batch goes; `{key}`, `{batch}` stand for its own"));
    all.add(OptionSpec.oneOf("method", List.of("POST", "PUT", "PATCH"), "the method; `POST`"));
    all.add(
        OptionSpec.optional(
            "headers", OptionKind.PAIRS, "headers of each request; secrets as `${secret:NAME}`"));
    all.add(OptionSpec.optional("user", OptionKind.TEXT, "the user, for basic authentication"));
    all.add(OptionSpec.optional("password", OptionKind.SECRET, "the user's password"));
    all.addAll(BodyFormat.options(USUAL_FORMAT));
    all.add(
        OptionSpec.oneOf("compression", List.of("none", "gzip"), "how a body is packed; `none`"));
    all.add(
        OptionSpec.optional(
            "idempotent",
            OptionKind.BOOLEAN,
            "the receiver does nothing with a key it knows, so a batch may be sent again; false"));
    all.add(
        OptionSpec.optional(
            "key_header", OptionKind.TEXT, "the header with the batch's key; `Idempotency-Key`"));
    all.add(
        OptionSpec.optional(
            "outcome_url",
            OptionKind.TEXT,
            "where to ask for a batch after a lost answer: 200 or 204, it is there; 404 or 410, it never"
                + " will be"));
    all.add(
        OptionSpec.optional(
            "success", OptionKind.TEXTS, "the statuses that mean it is there; 200 to 299"));
    all.add(
        OptionSpec.optional(
            "rejected",
            OptionKind.TEXTS,
            "statuses that mean nothing took effect, beside 301, 307, 308 and 400 to 499"));
    all.add(
        OptionSpec.optional(
            "connect_timeout", OptionKind.DURATION, "how long a connection is waited for; 10 s"));
    all.add(
        OptionSpec.optional(
            "timeout", OptionKind.DURATION, "how long an answer is waited for; 30 s"));
    all.add(
        OptionSpec.optional(
            "retry_for",
            OptionKind.DURATION,
            "how long a batch is tried again where that cannot double it; 2 minutes"));
    return List.copyOf(all);
  }

  /** Reports what is wrong with what names the server and its headers. */
  static void check(Options options, Diagnostics found) {
    for (String option : List.of("url", "outcome_url")) {
      options
          .text(option)
          .ifPresent(text -> checkUrl(new UrlTemplate(text), options, option, found));
    }
    HeaderRules.check(options, "headers", found);
    checkNames(options, found);
    checkDurations(options, found);
  }

  private static void checkUrl(UrlTemplate url, Options options, String option, Diagnostics found) {
    url.objection()
        .ifPresent(
            sentence ->
                found.error(
                    Code.TM107,
                    options.span(option),
                    sentence,
                    "write `https://host/path`; in it may stand {key}, {query}, {batch} and {sink};"
                        + " a user name goes into `user`"));
  }

  private static void checkNames(Options options, Diagnostics found) {
    String keyHeader = options.text("key_header").orElse(USUAL_KEY_HEADER);
    Map<String, String> headers = options.pairs("headers");
    if (!HeaderRules.isName(keyHeader)) {
      found.error(
          Code.TM107,
          options.span("key_header"),
          "`" + keyHeader + "` is no name of a header that can be set",
          "write a name such as `Idempotency-Key`");
    }
    if (headers.keySet().stream().anyMatch(keyHeader::equalsIgnoreCase)) {
      found.error(
          Code.TM107,
          options.span("headers"),
          "the header `" + keyHeader + "` carries the batch's key",
          "take it out of `headers`, or name another one in `key_header`");
    }
    boolean twice =
        options.text("user").isPresent()
            && headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
    if (twice || options.text("user").isPresent() != options.text("password").isPresent()) {
      found.error(
          Code.TM107,
          options.span(options.text("user").isPresent() ? "user" : "password"),
          "`user` and `password` stand together, and without a header `Authorization`",
          "write both of them, or only the header");
    }
  }

  private static void checkDurations(Options options, Diagnostics found) {
    for (String name : List.of("timeout", "connect_timeout")) {
      if (options.number(name).orElse(1L) == 0) {
        found.error(
            Code.TM107,
            options.span(name),
            "`" + name + "` must be longer than nothing",
            "write for example `30 seconds`");
      }
    }
  }
}
