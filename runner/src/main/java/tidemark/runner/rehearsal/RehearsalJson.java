package tidemark.runner.rehearsal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

/** What a rehearsal showed, for programs: one JSON document. */
public final class RehearsalJson {
  private RehearsalJson() {}

  public static String of(RehearsalReport report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeStringField("pipeline", report.pipeline());
      json.writeNumberField("first_batch", report.firstBatch());
      json.writeNumberField("last_batch", report.lastBatch());
      json.writeNumberField("input_rows", report.inputRows());
      json.writeBooleanField("holds", report.holds());
      json.writeArrayFieldStart("trials");
      for (Trial trial : report.trials()) {
        write(json, trial);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("sinks");
      for (Promise promise : report.promises()) {
        write(json, promise);
      }
      json.writeEndArray();
      write(json, "skipped", report.skipped());
      write(json, "kept", report.kept());
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, Trial trial) throws IOException {
    json.writeStartObject();
    if (trial.point().isPresent()) {
      json.writeStringField("killed", trial.point().get().word());
      json.writeNumberField("batch", trial.point().get().batch());
    }
    json.writeObjectFieldStart("sinks");
    for (Map.Entry<String, Trial.Count> sink : trial.sinks().entrySet()) {
      ReconciledBy reconciledBy = sink.getValue().reconciledBy();
      json.writeObjectFieldStart(sink.getKey());
      json.writeNumberField("lost", sink.getValue().lost());
      json.writeNumberField("doubled", sink.getValue().doubled());
      json.writeStringField(
          "reconciled_by", reconciledBy.mechanism().name().toLowerCase(Locale.ROOT));
      if (!reconciledBy.detail().isEmpty()) {
        json.writeStringField("detail", reconciledBy.detail());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Promise promise) throws IOException {
    json.writeStartObject();
    json.writeStringField("sink", promise.sink());
    json.writeNumberField("rows", promise.rows());
    json.writeNumberField("trials", promise.trials());
    json.writeStringField("declared", promise.declaredWords());
    json.writeStringField("shown", promise.shownWords());
    json.writeBooleanField("holds", promise.holds());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
    json.writeEndObject();
  }
}
