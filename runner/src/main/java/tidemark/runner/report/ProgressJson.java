package tidemark.runner.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.Notice;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.LookupMetrics;

/**
 * The progress of a run for programs: one JSON object a line. The field {@code event} says which
 * kind it is, {@code batch}, {@code notice} or {@code summary}; fields are added over time, never
 * changed.
 *
 * @param pipeline the pipeline's name
 */
public record ProgressJson(String pipeline) {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Writes the fields of one object. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /** The line of a batch. */
  public String line(BatchProgress batch, RunTotals totals) {
    return object(
        json -> {
          json.writeStringField("event", "batch");
          json.writeStringField("pipeline", pipeline);
          json.writeNumberField("batch", batch.batch());
          json.writeBooleanField("no_data", batch.noData());
          json.writeNumberField("input_rows", batch.inputRows());
          json.writeNumberField("input_bytes", batch.inputBytes());
          counts(json, "output_rows", batch.outputRows());
          counts(json, "bad_records", batch.badRows());
          counts(json, "dead_lettered", batch.deadLetteredRows());
          json.writeNumberField("too_far_ahead_rows", batch.tooFarAheadRows());
          watermark(json, "watermark", batch.watermarkMillis());
          watermark(json, "watermark_after", batch.watermarkAfterMillis());
          state(json, batch.steps());
          lookups(json, batch.lookups());
          json.writeNumberField("millis", batch.millis());
          json.writeNumberField("rows_per_second", Math.round(totals.rowsPerSecond()));
          backlog(json, totals);
        });
  }

  /** The line of a static source that was read into memory. */
  public String table(String source, long rows, long bytes) {
    return object(
        json -> {
          json.writeStringField("event", "table");
          json.writeStringField("pipeline", pipeline);
          json.writeStringField("source", source);
          json.writeNumberField("rows", rows);
          json.writeNumberField("memory_bytes", bytes);
        });
  }

  /** The line of something that a source noticed. */
  public String notice(String source, Notice notice) {
    return object(
        json -> {
          json.writeStringField("event", "notice");
          json.writeStringField("pipeline", pipeline);
          json.writeStringField("source", source);
          json.writeStringField("code", notice.code().name());
          json.writeStringField("message", notice.message());
          json.writeNumberField("count", notice.count());
        });
  }

  /**
   * The last line of a run.
   *
   * @param end how it ended: {@code done}, {@code stopped}, {@code failed}
   */
  public String summary(RunTotals totals, String end, long elapsedMillis) {
    return object(
        json -> {
          json.writeStringField("event", "summary");
          json.writeStringField("pipeline", pipeline);
          json.writeStringField("end", end);
          json.writeNumberField("batches", totals.batches());
          json.writeNumberField("no_data_batches", totals.noDataBatches());
          json.writeNumberField("input_rows", totals.inputRows());
          json.writeNumberField("input_bytes", totals.inputBytes());
          counts(json, "output_rows", totals.outputRows());
          counts(json, "bad_records", totals.badRows());
          counts(json, "dead_lettered", totals.deadLetteredRows());
          json.writeNumberField("late_rows", totals.lateRows());
          json.writeNumberField("rows_without_time", totals.rowsWithoutTime());
          json.writeNumberField("too_far_ahead_rows", totals.tooFarAheadRows());
          json.writeObjectFieldStart("notices");
          for (Map.Entry<Code, Long> entry : totals.noticed().entrySet()) {
            json.writeNumberField(entry.getKey().name(), entry.getValue());
          }
          json.writeEndObject();
          watermark(json, "watermark", totals.watermarkMillis());
          state(json, totals.steps());
          lookups(json, totals.lookups());
          json.writeNumberField("millis", elapsedMillis);
          backlog(json, totals);
        });
  }

  private static void counts(JsonGenerator json, String name, Map<String, Long> counts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> entry : new TreeMap<>(counts).entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static void watermark(JsonGenerator json, String name, long millis) throws IOException {
    if (millis <= 0) {
      json.writeNullField(name);
      return;
    }
    json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
  }

  private static void state(JsonGenerator json, Map<String, StepMetrics> steps) throws IOException {
    json.writeObjectFieldStart("state");
    for (Map.Entry<String, StepMetrics> step : new TreeMap<>(steps).entrySet()) {
      StepMetrics metrics = step.getValue();
      json.writeObjectFieldStart(PlanNode.step(step.getKey()));
      json.writeNumberField("rows", metrics.rows());
      json.writeNumberField("updated", metrics.updated());
      json.writeNumberField("removed", metrics.removed());
      json.writeNumberField("dropped_late", metrics.droppedLate());
      json.writeNumberField("without_time", metrics.withoutTime());
      json.writeNumberField("duplicates", metrics.duplicates());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void lookups(JsonGenerator json, Map<String, LookupMetrics> lookups)
      throws IOException {
    json.writeObjectFieldStart("lookups");
    for (Map.Entry<String, LookupMetrics> step : new TreeMap<>(lookups).entrySet()) {
      LookupMetrics metrics = step.getValue();
      json.writeObjectFieldStart(PlanNode.step(step.getKey()));
      json.writeNumberField("keys_remembered", metrics.remembered());
      json.writeNumberField("keys_asked", metrics.asked());
      json.writeNumberField("rows_answered", metrics.rows());
      json.writeNumberField("asking_millis", metrics.millis());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void backlog(JsonGenerator json, RunTotals totals) throws IOException {
    Backlog backlog = totals.backlog();
    json.writeNumberField("backlog_bytes", backlog.bytes());
    json.writeNumberField("backlog_units", backlog.units());
    json.writeNumberField("behind_millis", backlog.behindMillis());
    if (totals.etaMillis().isPresent()) {
      json.writeNumberField("eta_millis", totals.etaMillis().getAsLong());
    } else {
      json.writeNullField("eta_millis");
    }
  }

  private static String object(Fields fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
