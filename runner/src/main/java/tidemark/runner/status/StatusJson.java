package tidemark.runner.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.runner.compile.StoredPlan.Closing;
import tidemark.runner.engine.microbatch.CommittedCounts;
import tidemark.runner.engine.microbatch.CommittedTable;
import tidemark.runner.status.CheckpointStatus.LastBatch;
import tidemark.runner.status.CheckpointStatus.Needed;
import tidemark.runner.status.CheckpointStatus.Next;
import tidemark.runner.status.CheckpointStatus.NodeWatermark;
import tidemark.runner.status.CheckpointStatus.StepStatus;
import tidemark.runner.status.CheckpointStatus.WaitingWindow;
import tidemark.statestore.checkpoint.CheckpointView.Lease;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.Recovery;

/**
 * A status for programs: one JSON document. Instants are ISO-8601 in UTC, null before any event;
 * fields are added over time, never changed.
 */
public final class StatusJson {
  private static final int FORMAT = 1;

  private final JsonGenerator json;

  private StatusJson(JsonGenerator json) {
    this.json = json;
  }

  /**
   * The document, ended by a line break.
   *
   * @param windows the earliest windows with groups in the state, where they were asked for
   */
  public static String of(CheckpointStatus status, Optional<List<WaitingWindow>> windows) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      new StatusJson(json).write(status, windows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private void write(CheckpointStatus status, Optional<List<WaitingWindow>> windows)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("format", FORMAT);
    json.writeStringField("pipeline", status.pipeline());
    json.writeStringField("query", status.queryId());
    millis("created", status.createdMillis());
    if (status.lease().isPresent()) {
      lease(status.lease().get());
    } else {
      json.writeNullField("lease");
    }
    json.writeNumberField("plan_generation", status.planGeneration());
    recovery(status);
    if (status.last().isPresent()) {
      last(status.last().get());
    } else {
      json.writeNullField("last_batch");
    }
    tables(status);
    watermark(status);
    json.writeObjectFieldStart("state");
    for (StepStatus step : status.steps()) {
      step(step);
    }
    json.writeEndObject();
    json.writeObjectFieldStart("retained");
    json.writeArrayFieldStart("batches");
    for (long batch : status.retained().batches()) {
      json.writeNumber(batch);
    }
    json.writeEndArray();
    counts(status.retained().totals());
    json.writeEndObject();
    if (windows.isPresent()) {
      windows(windows.get());
    }
    json.writeObjectFieldStart("letters_read_again");
    json.writeNumberField("next_batch", status.letters().next());
    json.writeNumberField("later", status.letters().later());
    json.writeEndObject();
    json.writeBooleanField("set_back", status.setBack().isPresent());
    json.writeObjectFieldStart("open_outcomes");
    for (Map.Entry<String, OutcomeEntry> outcome : status.openOutcomes().entrySet()) {
      json.writeObjectFieldStart(outcome.getKey());
      OutcomesJson.write(json, outcome.getValue());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void tables(CheckpointStatus status) throws IOException {
    json.writeObjectFieldStart("tables");
    for (Map.Entry<String, CommittedTable> table : status.tables().entrySet()) {
      json.writeObjectFieldStart(table.getKey());
      json.writeNumberField("rows", table.getValue().rows());
      millis("as_of", table.getValue().lookedMillis());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void windows(List<WaitingWindow> windows) throws IOException {
    json.writeArrayFieldStart("waiting_windows");
    for (WaitingWindow window : windows) {
      json.writeStartObject();
      json.writeStringField("step", Names.shown(window.node()));
      json.writeStringField("window_start", micros(window.startMicros()));
      json.writeStringField("window_end", micros(window.endMicros()));
      json.writeNumberField("groups", window.groups());
      waitsFor(window.needs());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void waitsFor(List<Needed> needs) throws IOException {
    json.writeObjectFieldStart("waits_for");
    for (Needed needed : needs) {
      json.writeStringField(Names.shown(needed.node()), micros(needed.fromMicros()));
    }
    json.writeEndObject();
  }

  private void lease(Lease lease) throws IOException {
    json.writeObjectFieldStart("lease");
    json.writeStringField("owner", lease.owner());
    millis("since", lease.sinceMillis());
    json.writeNumberField("epoch", lease.epoch());
    json.writeBooleanField("held", lease.held());
    json.writeEndObject();
  }

  private void recovery(CheckpointStatus status) throws IOException {
    Recovery recovery = status.recovery();
    json.writeObjectFieldStart("recovery");
    json.writeBooleanField("pending_no_data_batch", status.watermark().pending());
    if (recovery instanceof Recovery.Fresh) {
      json.writeStringField("next", "first");
    } else if (recovery instanceof Recovery.Next) {
      json.writeStringField("next", "plan");
    } else if (recovery instanceof Recovery.Rerun rerun) {
      json.writeStringField("next", "rerun");
      json.writeNumberField("batch", rerun.planned().batch());
      millis("planned", rerun.planned().batchTimeMillis());
      json.writeArrayFieldStart("reads");
      for (String source : rerun.planned().sources().keySet()) {
        json.writeString(source);
      }
      json.writeEndArray();
    } else if (recovery instanceof Recovery.Broken broken) {
      json.writeStringField("next", "broken");
      json.writeStringField("reason", broken.reason());
      if (broken.newestIntactBatch().isPresent()) {
        json.writeNumberField("newest_intact_batch", broken.newestIntactBatch().getAsLong());
      }
    } else {
      throw new AssertionError(recovery);
    }
    json.writeEndObject();
  }

  private void last(LastBatch last) throws IOException {
    json.writeObjectFieldStart("last_batch");
    json.writeNumberField("batch", last.batch());
    optionalMillis("planned", last.plannedMillis());
    json.writeNumberField("millis", last.counts().millis());
    counts(last.counts());
    json.writeEndObject();
  }

  private void counts(CommittedCounts counts) throws IOException {
    json.writeNumberField("input_rows", counts.inputRows());
    json.writeNumberField("input_bytes", counts.inputBytes());
    byName("output_rows", counts.outputRows());
    byName("bad_records", counts.badRows());
    byName("dead_lettered", counts.deadLetteredRows());
    json.writeNumberField("late_rows", counts.lateRows());
    json.writeNumberField("rows_without_time", counts.rowsWithoutTime());
    json.writeNumberField("too_far_ahead_rows", counts.tooFarAheadRows());
  }

  private void byName(String name, Map<String, Long> counts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private void watermark(CheckpointStatus status) throws IOException {
    event("watermark", OptionalLong.of(status.watermark().inForceMillis()));
    event("closed_to", OptionalLong.of(status.watermark().usedMillis()));
    json.writeObjectFieldStart("watermarks");
    for (NodeWatermark node : status.watermark().nodes()) {
      json.writeObjectFieldStart(Names.shown(node.node().node()));
      event("watermark", node.millis());
      json.writeStringField("role", node.role().name().toLowerCase(Locale.ROOT));
      optionalMillis("last_rows", node.lastRowsMillis());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void step(StepStatus status) throws IOException {
    json.writeObjectFieldStart(Names.shown(status.step().node()));
    json.writeNumberField("rows", status.rows());
    json.writeNumberField("bytes", status.bytes());
    json.writeNumberField("rows_per_batch", status.growth().rowsPerBatch());
    json.writeNumberField("bytes_per_batch", status.growth().bytesPerBatch());
    if (status.step().window().isPresent()) {
      json.writeStringField("window", status.step().window().get().text());
    }
    json.writeBooleanField("closes", !(status.step().closing() instanceof Closing.Never));
    if (status.next().isPresent()) {
      next(status.next().get());
    }
    json.writeEndObject();
  }

  private void next(Next next) throws IOException {
    json.writeStringField("windows_closed_to", micros(next.closedToMicros()));
    json.writeStringField("next_window_end", micros(next.endMicros()));
    waitsFor(next.needs());
  }

  private void event(String name, OptionalLong millis) throws IOException {
    optionalMillis(name, millis.orElse(0) <= 0 ? OptionalLong.empty() : millis);
  }

  private void optionalMillis(String name, OptionalLong millis) throws IOException {
    if (millis.isPresent()) {
      millis(name, millis.getAsLong());
    } else {
      json.writeNullField(name);
    }
  }

  private void millis(String name, long millis) throws IOException {
    json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
  }

  private static String micros(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }
}
