package tidemark.runner.inspect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import tidemark.statestore.checkpoint.Fork;
import tidemark.statestore.checkpoint.Garbage;
import tidemark.statestore.checkpoint.Rollback;
import tidemark.statestore.checkpoint.Verification;
import tidemark.statestore.checkpoint.Verification.BatchCheck;

/** Answers of the checkpoint commands for programs: one JSON document each. */
public final class UpkeepJson {
  private UpkeepJson() {}

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

  private static void texts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static void numbers(JsonGenerator json, String name, List<Long> numbers)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (long number : numbers) {
      json.writeNumber(number);
    }
    json.writeEndArray();
  }

  /** Of {@code verify}. */
  public static String of(Verification found) {
    return document(
        json -> {
          json.writeBooleanField("intact", found.isIntact());
          texts(json, "damages", found.damages());
          if (found.newestIntact().isPresent()) {
            json.writeNumberField("newest_intact_batch", found.newestIntact().getAsLong());
          } else {
            json.writeNullField("newest_intact_batch");
          }
          json.writeArrayFieldStart("batches");
          for (BatchCheck batch : found.batches()) {
            json.writeStartObject();
            json.writeNumberField("batch", batch.batch());
            json.writeBooleanField("intact", batch.isIntact());
            texts(json, "problems", batch.problems());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /**
   * Of {@code rollback}.
   *
   * @param done whether it has happened
   */
  public static String of(Rollback rollback, boolean done) {
    return document(
        json -> {
          json.writeBooleanField("done", done);
          json.writeNumberField("to_batch", rollback.toBatch());
          numbers(json, "undone", rollback.undone());
          numbers(json, "unreachable", rollback.unreachable());
          json.writeNumberField("plan_generation", rollback.planGeneration());
          numbers(
              json,
              "dropped_plans",
              rollback.droppedPlans().stream().map(Integer::longValue).toList());
          json.writeObjectFieldStart("delivered");
          for (Map.Entry<String, List<Long>> sink : rollback.delivered().entrySet()) {
            numbers(json, sink.getKey(), sink.getValue());
          }
          json.writeEndObject();
        });
  }

  /** Of {@code fork}. */
  public static String of(Fork fork) {
    return document(
        json -> {
          json.writeNumberField("batch", fork.batch());
          json.writeStringField("query", fork.queryId());
          json.writeNumberField("linked_files", fork.linked());
          json.writeNumberField("copied_files", fork.copied());
        });
  }

  /**
   * Of {@code gc}.
   *
   * @param done whether the files are deleted
   */
  public static String of(Garbage garbage, boolean done) {
    return document(
        json -> {
          json.writeBooleanField("done", done);
          json.writeNumberField("bytes", garbage.bytes());
          texts(json, "files", garbage.files().stream().map(Garbage.Leftover::path).toList());
        });
  }
}
