package tidemark.runner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compat.Change;
import tidemark.runner.report.LintReport.ComparedPlan;
import tidemark.runner.report.LintReport.LintedFile;

/**
 * What lint found, for programs: all findings and how many there are, and for a comparison what it
 * was held against, the worst verdict, and every change. Lines and columns count from 1, columns in
 * code points; line 0 means the whole file.
 */
public final class LintJson {
  private final JsonGenerator json;

  private LintJson(JsonGenerator json) {
    this.json = json;
  }

  /** The whole report as one document, ended by a line break. */
  public static String of(LintReport report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      new LintJson(json).write(report);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private void write(LintReport report) throws IOException {
    long all = report.files().stream().mapToLong(f -> f.found().size()).sum();
    json.writeStartObject();
    json.writeNumberField("format", 1);
    json.writeNumberField("errors", report.errors());
    json.writeNumberField("warnings", all - report.errors());
    json.writeArrayFieldStart("diagnostics");
    for (LintedFile file : report.files()) {
      for (Diagnostic diagnostic : file.found()) {
        write(diagnostic, file.mask());
      }
    }
    json.writeEndArray();
    if (report.comparison().isPresent()) {
      write(report.comparison().get());
    }
    json.writeEndObject();
  }

  private void write(Diagnostic diagnostic, UnaryOperator<String> mask) throws IOException {
    json.writeStartObject();
    json.writeStringField("code", diagnostic.code().name());
    json.writeStringField("severity", diagnostic.severity().word());
    place(diagnostic.span());
    json.writeStringField("message", mask.apply(diagnostic.message()));
    if (diagnostic.hint().isPresent()) {
      json.writeStringField("hint", mask.apply(diagnostic.hint().get()));
    }
    json.writeEndObject();
  }

  private void place(Span span) throws IOException {
    json.writeStringField("file", span.file());
    json.writeNumberField("line", span.line());
    json.writeNumberField("column", span.column());
    json.writeNumberField("length", span.length());
  }

  private void write(ComparedPlan compared) throws IOException {
    json.writeStringField("against", compared.against());
    json.writeStringField("policy", compared.policy().word());
    json.writeNumberField("failing", compared.failing().size());
    json.writeArrayFieldStart("changes");
    for (Change change : compared.changes()) {
      write(change, compared);
    }
    json.writeEndArray();
  }

  private void write(Change change, ComparedPlan compared) throws IOException {
    UnaryOperator<String> mask = compared.file().mask();
    json.writeStartObject();
    json.writeStringField("id", change.id());
    json.writeStringField("subject", change.subject());
    json.writeStringField("change", mask.apply(change.change()));
    json.writeStringField("verdict", change.verdict().word());
    json.writeStringField("reason", mask.apply(change.reason()));
    json.writeArrayFieldStart("ways_out");
    for (String way : change.waysOut()) {
      json.writeString(mask.apply(way));
    }
    json.writeEndArray();
    json.writeStringField("code", change.code().name());
    json.writeBooleanField("accepted", compared.accepted().contains(change.id()));
    json.writeBooleanField("fails", compared.fails(change));
    place(change.now());
    json.writeObjectFieldStart("recorded");
    if (change.then() instanceof Change.Recorded.Generation stored) {
      json.writeNumberField("generation", stored.generation());
      json.writeNumberField("batch", stored.batch());
    } else if (change.then() instanceof Change.Recorded.Line line) {
      place(line.span().orElse(Span.ofFile(line.file())));
    }
    json.writeEndObject();
    json.writeEndObject();
  }
}
