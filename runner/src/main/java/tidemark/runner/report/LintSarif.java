package tidemark.runner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;

/** What lint found as SARIF 2.1.0, for code scanning. */
public final class LintSarif {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private final JsonGenerator json;

  private LintSarif(JsonGenerator json) {
    this.json = json;
  }

  /** The whole report as one document, ended by a line break. */
  public static String of(LintReport report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      new LintSarif(json).write(Finding.all(report));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private void write(List<Finding> findings) throws IOException {
    List<Code> rules = findings.stream().map(Finding::code).distinct().sorted().toList();
    json.writeStartObject();
    json.writeStringField("$schema", SCHEMA);
    json.writeStringField("version", "2.1.0");
    json.writeArrayFieldStart("runs");
    json.writeStartObject();
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "tidemark");
    json.writeArrayFieldStart("rules");
    for (Code code : rules) {
      rule(code);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
    json.writeStringField("columnKind", "unicodeCodePoints");
    json.writeArrayFieldStart("results");
    for (Finding finding : findings) {
      result(finding, rules.indexOf(finding.code()));
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  private void rule(Code code) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", code.name());
    text("shortDescription", code.title());
    text("help", "tidemark explain-code " + code.name());
    json.writeEndObject();
  }

  private void result(Finding finding, int rule) throws IOException {
    boolean passes = finding.level() == Finding.Level.NONE;
    json.writeStartObject();
    json.writeStringField("ruleId", finding.code().name());
    json.writeNumberField("ruleIndex", rule);
    json.writeStringField("kind", passes ? "pass" : "fail");
    json.writeStringField("level", finding.level().name().toLowerCase(Locale.ROOT));
    text("message", finding.text());
    json.writeArrayFieldStart("locations");
    json.writeStartObject();
    json.writeObjectFieldStart("physicalLocation");
    json.writeObjectFieldStart("artifactLocation");
    json.writeStringField("uri", uri(finding.span().file()));
    json.writeEndObject();
    region(finding.span());
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndArray();
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField("finding/v1", finding.code().name() + ":" + finding.name());
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A whole file has no region. */
  private void region(Span span) throws IOException {
    if (span.line() > 0) {
      json.writeObjectFieldStart("region");
      json.writeNumberField("startLine", span.line());
      json.writeNumberField("startColumn", span.column());
      json.writeNumberField("endColumn", span.column() + Math.max(1, span.length()));
      json.writeEndObject();
    }
  }

  private void text(String name, String text) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  /** A path as a URI reference: what may not stand in one is percent-encoded. */
  static String uri(String path) {
    StringBuilder uri = new StringBuilder(path.startsWith("/") ? "file://" : "");
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain =
          c < 0x80 && (Character.isLetterOrDigit(c) || "-._~/!$&'()*+,;=@".indexOf(c) >= 0);
      uri.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", b & 0xFF));
    }
    return uri.toString();
  }
}
