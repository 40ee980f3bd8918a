package tidemark.runner.status;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import tidemark.statestore.checkpoint.OutcomeEntry;

/** Recorded outcomes for programs. */
final class OutcomesJson {
  private OutcomesJson() {}

  /** Writes the members of one into an object that is open. */
  static void write(JsonGenerator json, OutcomeEntry entry) throws IOException {
    json.writeNumberField("batch", entry.batch());
    json.writeStringField("operation", entry.key());
    json.writeStringField("outcome", entry.word().shown());
    json.writeStringField("since", time(entry.atMillis()));
    json.writeBooleanField("needs_decision", entry.isOpen());
    if (entry.decision().isPresent()) {
      json.writeObjectFieldStart("decided");
      json.writeStringField("as", entry.decision().get().as().shown());
      json.writeStringField("at", time(entry.decision().get().atMillis()));
      json.writeEndObject();
    }
  }

  static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
