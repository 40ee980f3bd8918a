package tidemark.runner.compile;

import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.spec.SourceSpec;

/**
 * What a static source cannot have: a connector without an end (TM209), and keys that are about the
 * flow of a stream (TM212).
 */
final class StaticSourceKeys {
  private StaticSourceKeys() {}

  static void check(SourceSpec source, Connector connector, Diagnostics found) {
    String id = source.id().value();
    if (!connector.readsTables()) {
      found.error(
          Code.TM209,
          source.fixed().span(),
          "`" + id + "`: a `" + connector.name() + "` source has no end, so it is no static source",
          "remove `static: true` to read it as a stream");
    }
    source.watermark().ifPresent(w -> refuse(id, "watermark", w.span(), found));
    source.idleAfter().ifPresent(i -> refuse(id, "idle_after", i.span(), found));
    source.starting().ifPresent(s -> refuse(id, "starting", s.span(), found));
    if (!source.limits().isNone()) {
      refuse(id, "max_…_per_batch", source.fixed().span(), found);
    }
  }

  private static void refuse(String id, String key, Span place, Diagnostics found) {
    found.error(
        Code.TM212,
        place,
        "`" + id + "` is a static source, read whole and at once, so `" + key + "` says nothing",
        "remove `" + key + "`, or `static: true`");
  }
}
