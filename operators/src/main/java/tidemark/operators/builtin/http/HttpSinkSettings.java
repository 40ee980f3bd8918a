package tidemark.operators.builtin.http;

import java.util.Optional;
import tidemark.operators.builtin.body.Body.Packing;
import tidemark.operators.builtin.body.BodyFormat;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/** Where batches go, how they are written, and what the receiver's answers mean. */
record HttpSinkSettings(
    HttpTarget target,
    BodyFormat format,
    Packing packing,
    StatusRules statuses,
    Patience patience,
    Delivery delivery) {
  /** The settings; empty if an error was found. */
  static Optional<HttpSinkSettings> of(SinkRequest request, Diagnostics found) {
    Options options = request.options();
    Diagnostics wrong = new Diagnostics();
    HttpSinkOptions.check(options, wrong);
    StatusRules statuses = StatusRules.of(options, wrong);
    Optional<BodyFormat> format = BodyFormat.of(request, HttpSinkOptions.USUAL_FORMAT, wrong);
    wrong.sorted().forEach(found::add);
    if (wrong.hasErrors() || format.isEmpty()) {
      return Optional.empty();
    }
    HttpTarget target = HttpTarget.of(options);
    if (target.showsSecrets()) {
      found.warning(
          Code.TM903,
          options.span(target.url().isPlain() ? "url" : "outcome_url"),
          "requests go over `http://`, and whoever is on the way can read their secrets",
          "write `https://`");
    }
    boolean isPacked = options.text("compression").orElse("").equals("gzip");
    return Optional.of(
        new HttpSinkSettings(
            target,
            format.get(),
            isPacked ? Packing.GZIP : Packing.NONE,
            statuses,
            Patience.of(options),
            delivery(options)));
  }

  /** What a sink with these options promises. */
  static Delivery delivery(Options options) {
    return options.flag("idempotent", false) ? Delivery.KEYED : Delivery.SENT_ONCE;
  }
}
