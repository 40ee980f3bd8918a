package tidemark.runner.compile;

/** Pipeline texts for tests. */
final class Yaml {
  private Yaml() {}

  /** One ndjson source {@code in} with columns k, ts, v; the steps; a sink over the named one. */
  static String pipeline(String sourceExtra, String steps, String sinkFrom, String rest) {
    return """
        format: 1
        pipeline: test
        sources:
          in:
            file: {path: in, format: ndjson}
            columns: {k: string, ts: timestamp, v: int}
        %s
        steps:
        %s
        sinks:
          out:
            from: %s
            file: {path: out, format: ndjson}
        checkpoint: checkpoint
        %s
        """
        .formatted(sourceExtra.indent(4), steps.indent(2), sinkFrom, rest);
  }
}
