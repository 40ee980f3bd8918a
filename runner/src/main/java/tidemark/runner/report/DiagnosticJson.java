package tidemark.runner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;

/**
 * Findings for programs: one JSON document with all of them and how many there are. Lines and
 * columns count from 1, columns in code points; line 0 means the whole file.
 *
 * @param mask hides what must not be shown
 */
public record DiagnosticJson(UnaryOperator<String> mask) {
  /** All findings as one document, ended by a line break. */
  public String of(List<Diagnostic> found) {
    long errors = found.stream().filter(d -> d.severity() == Severity.ERROR).count();
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeNumberField("errors", errors);
      json.writeNumberField("warnings", found.size() - errors);
      json.writeArrayFieldStart("diagnostics");
      for (Diagnostic diagnostic : found) {
        write(json, diagnostic);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private void write(JsonGenerator json, Diagnostic diagnostic) throws IOException {
    json.writeStartObject();
    json.writeStringField("code", diagnostic.code().name());
    json.writeStringField("severity", diagnostic.severity().word());
    json.writeStringField("file", diagnostic.span().file());
    json.writeNumberField("line", diagnostic.span().line());
    json.writeNumberField("column", diagnostic.span().column());
    json.writeNumberField("length", diagnostic.span().length());
    json.writeStringField("message", mask.apply(diagnostic.message()));
    if (diagnostic.hint().isPresent()) {
      json.writeStringField("hint", mask.apply(diagnostic.hint().get()));
    }
    json.writeEndObject();
  }
}
