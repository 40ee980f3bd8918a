package tidemark.operators.processor.harness;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tidemark.operators.OperatorContext;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.keyed.KeyedInputs;
import tidemark.operators.keyed.KeyedOperator;
import tidemark.operators.keyed.KeyedShape;
import tidemark.operators.keyed.ProcessorLogic;
import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;
import tidemark.operators.state.MemoryState;
import tidemark.operators.time.BatchTime;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * Runs a processor as a pipeline would, for its unit tests. Every call is a micro-batch of its own:
 * the processor is opened anew, and the state of the keys is read back from its stored bytes, as
 * after a restart. Rows and results are maps from column to value: {@code Long} or {@code Integer},
 * {@code Double}, {@code Boolean}, {@code String}, {@code BigDecimal}, {@link Instant} for a
 * timestamp, {@link java.time.LocalDate} for a date, or null; results hold no {@code Integer}.
 *
 * <p>Late rows are dropped, and time-outs fire, by the watermark that is set by hand.
 */
public final class ProcessorHarness {
  private final KeyedProcessor processor;
  private final ProcessorInput input;
  private final ProcessorShape shape;
  private final List<Integer> keys;
  private final Optional<Integer> time;
  private final MemoryState state = new MemoryState();
  private long batch;
  private Instant usedWatermark = Instant.EPOCH;
  private Instant watermark = Instant.EPOCH;
  private Instant now = Instant.EPOCH;
  private long dropped;
  private long storedKeys;

  private ProcessorHarness(
      KeyedProcessor processor, ProcessorInput input, List<String> keys, Optional<String> time) {
    this.processor = processor;
    this.input = input;
    this.shape = processor.shape(input);
    this.keys = keys.stream().map(input::column).toList();
    this.time = time.map(input::column);
  }

  /** A step with {@code time: event_time}; its event time is this column, a timestamp. */
  public static ProcessorHarness inEventTime(
      KeyedProcessor processor, ProcessorInput input, List<String> by, String time) {
    return new ProcessorHarness(processor, input, by, Optional.of(time));
  }

  /** A step with {@code time: processing_time}. */
  public static ProcessorHarness inProcessingTime(
      KeyedProcessor processor, ProcessorInput input, List<String> by) {
    return new ProcessorHarness(processor, input, by, Optional.empty());
  }

  /** A micro-batch with these rows, which may be none; what the processor gives out. */
  public List<Map<String, @Nullable Object>> take(List<Map<String, @Nullable Object>> rows) {
    RowMaps given = new RowMaps(input.columns());
    List<Map<String, @Nullable Object>> emitted = new ArrayList<>();
    RowMaps results = new RowMaps(output());
    KeyedOperator operator =
        new KeyedOperator(
            keyedShape(),
            new OperatorContext(
                new BatchTime(
                    batch++,
                    now.toEpochMilli(),
                    usedWatermark.toEpochMilli(),
                    watermark.toEpochMilli()),
                OutputMode.APPEND,
                1,
                state));
    operator.share(0, 0).process(given.batch(rows));
    operator.finish(0, rowsOut -> emitted.addAll(results.maps(rowsOut)));
    usedWatermark = watermark;
    StepMetrics metrics = operator.metrics();
    dropped += metrics.droppedLate() + metrics.withoutTime();
    storedKeys = metrics.rows();
    return emitted;
  }

  /** A micro-batch without rows at a later watermark; what comes of the time-outs that fire. */
  public List<Map<String, @Nullable Object>> watermark(Instant to) {
    watermark = to.isAfter(watermark) ? to : watermark;
    return take(List.of());
  }

  /** A micro-batch without rows at a later processing time; what comes of the time-outs. */
  public List<Map<String, @Nullable Object>> time(Instant to) {
    now = to.isAfter(now) ? to.truncatedTo(ChronoUnit.MILLIS) : now;
    return take(List.of());
  }

  /** How many keys have state. */
  public long storedKeys() {
    return storedKeys;
  }

  /** Rows dropped so far because they were late or without event time. */
  public long dropped() {
    return dropped;
  }

  private Schema output() {
    return new Schema(shape.output().stream().map(f -> Field.of(f.name(), f.type())).toList());
  }

  private KeyedShape keyedShape() {
    Schema columns = input.columns();
    List<Integer> all = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      all.add(column);
    }
    Schema keyColumns = new Schema(keys.stream().map(columns::field).toList());
    return new KeyedShape(
        keyColumns.fields().stream().map(Field::type).toList(),
        () ->
            new KeyedInputs(
                keys.stream().map(ProcessorHarness::column).toList(),
                time.map(ProcessorHarness::column)),
        columns,
        all,
        shape.state(),
        shape.state().stream().map(ProcessorHarness::nullColumn).toList(),
        time.isPresent(),
        out ->
            new ProcessorLogic(
                processor.name(),
                () -> processor.open(input),
                keyColumns,
                IntStream.range(0, keyColumns.size()).boxed().toList(),
                shape.state(),
                output(),
                out));
  }

  private static Evaluator column(int position) {
    return (batch, rows) -> batch.column(position);
  }

  private static Column nullColumn(Field field) {
    ColumnBuilder builder = ColumnBuilder.of(field.type());
    builder.appendNull();
    return builder.build();
  }
}
