package tidemark.runner.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import tidemark.runner.status.SinkOutcomes.Committed;
import tidemark.runner.status.SinkOutcomes.Open;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Decision;

/** What became of the sinks' parts in batches, for programs: one JSON document. */
public final class OutcomesJson {
  private OutcomesJson() {}

  /** The document, ended by a line break. */
  public static String of(SinkOutcomes outcomes) {
    return document(json -> write(json, outcomes));
  }

  /** Of {@code reconcile}: the sink's outcome as it is recorded now. */
  public static String of(String sink, OutcomeEntry entry) {
    return document(
        json -> {
          json.writeStringField("sink", sink);
          write(json, entry);
        });
  }

  /** Writes members. */
  private interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  private static String document(Members members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("format", 1);
      members.write(json);
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, SinkOutcomes outcomes) throws IOException {
    json.writeStringField("query", outcomes.queryId());
    json.writeBooleanField(
        "needs_decision", outcomes.open().filter(Open::needsDecision).isPresent());
    if (outcomes.open().isPresent()) {
      open(json, outcomes.open().get());
    } else {
      json.writeNullField("open");
    }
    json.writeArrayFieldStart("committed");
    for (Committed each : outcomes.committed()) {
      committed(json, each);
    }
    json.writeEndArray();
  }

  private static void open(JsonGenerator json, Open open) throws IOException {
    json.writeObjectFieldStart("open");
    json.writeNumberField("batch", open.batch());
    if (open.plannedMillis().isPresent()) {
      json.writeStringField("planned", time(open.plannedMillis().getAsLong()));
    } else {
      json.writeNullField("planned");
    }
    json.writeObjectFieldStart("sinks");
    for (String sink : open.sinks()) {
      json.writeObjectFieldStart(sink);
      OutcomeEntry entry = open.recorded().get(sink);
      if (entry == null) {
        json.writeStringField("outcome", "planned");
      } else {
        write(json, entry);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void committed(JsonGenerator json, Committed batch) throws IOException {
    json.writeStartObject();
    json.writeNumberField("batch", batch.batch());
    json.writeObjectFieldStart("sinks");
    for (Map.Entry<String, String> sink : batch.sinks().entrySet()) {
      json.writeObjectFieldStart(sink.getKey());
      json.writeStringField("outcome", sink.getValue());
      if (batch.decided().containsKey(sink.getKey())) {
        decision(json, batch.decided().get(sink.getKey()));
      }
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes the members of an outcome into an object that is open. */
  static void write(JsonGenerator json, OutcomeEntry entry) throws IOException {
    json.writeNumberField("batch", entry.batch());
    json.writeStringField("operation", entry.key());
    json.writeStringField("outcome", entry.word().shown());
    json.writeStringField("since", time(entry.atMillis()));
    json.writeBooleanField("needs_decision", entry.isOpen());
    if (entry.decision().isPresent()) {
      decision(json, entry.decision().get());
    }
  }

  private static void decision(JsonGenerator json, Decision decision) throws IOException {
    json.writeObjectFieldStart("decided");
    json.writeStringField("as", decision.as().shown());
    json.writeStringField("at", time(decision.atMillis()));
    json.writeEndObject();
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
