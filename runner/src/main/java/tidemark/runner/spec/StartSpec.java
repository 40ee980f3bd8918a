package tidemark.runner.spec;

import java.time.Instant;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode;

/** Where a new pipeline starts to read a source. */
public sealed interface StartSpec {
  Span span();

  /** With the oldest data there is. */
  record Earliest(Span span) implements StartSpec {}

  /** With what comes after the first start. */
  record Latest(Span span) implements StartSpec {}

  /** With the first data of this instant or later. */
  record AtTime(Instant instant, Span span) implements StartSpec {}

  /** At positions that only the connector can read. */
  record AtOffsets(YamlNode offsets, Span span) implements StartSpec {}
}
