package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.OperatorContext;
import tidemark.operators.Partitions;
import tidemark.operators.Share;
import tidemark.operators.SpareMemory;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.late.LateRows;
import tidemark.operators.plan.LogicalOp.Memory;
import tidemark.operators.state.CountingStore;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.BatchTime;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

class DeduplicateOperatorTest {
  private static final Schema INPUT =
      Schema.of(
          Field.of("ts", SimpleType.TIMESTAMP),
          Field.of("k", SimpleType.STRING),
          Field.notNull("number", SimpleType.BIGINT));
  private static final long SECOND = 1_000_000;
  private static final Partitions ONE = Partitions.of(1);
  private static final Partitions TWO = Partitions.of(2);
  private static final Memory MINUTE = new Memory.After(60 * SECOND);

  /** A row; its number is its place in the input. */
  private record Row(Optional<Long> ts, Optional<String> k, long number) {}

  /** One step over several micro-batches. */
  private static final class Step {
    private final DeduplicateShape shape;
    private final MemoryStateBackend backend = new MemoryStateBackend();
    private final SpareMemory spare = new SpareMemory();
    private long batch;

    /** How many first rows a worker looks up before the others may wait. */
    private int enough = Integer.MAX_VALUE;

    private final AtomicLong visited = new AtomicLong();
    private StepMetrics metrics = new StepMetrics(0, 0, 0, 0, 0);

    Step(List<Integer> keys, Memory memory) {
      shape =
          new DeduplicateShape(
              INPUT,
              keys,
              keys.stream().map(k -> INPUT.field(k).type()).toList(),
              OptionalInt.of(0),
              memory);
    }

    /** The numbers of the rows that pass, in the order in which they come out. */
    List<Long> run(
        List<Row> rows, Partitions partitions, long lateMillis, long evictMillis, int batchRows) {
      OperatorContext context =
          new OperatorContext(
              new BatchTime(batch++, 0, lateMillis, evictMillis),
              OutputMode.APPEND,
              partitions,
              name ->
                  new StateRows(
                      new CountingStore(
                          backend.store(new StoreId("step", name)), visited, new AtomicLong())),
              worker -> LateRows.DROPPED,
              spare);
      visited.set(0);
      DeduplicateOperator operator = new DeduplicateOperator(shape, context, enough);
      int count = partitions.count();
      for (int partition = 0; partition < count; partition++) {
        Share share = operator.share(0, partition);
        int from = rows.size() * partition / count;
        int to = rows.size() * (partition + 1) / count;
        for (int i = from; i < to; i += batchRows) {
          share.process(batchOf(rows.subList(i, Math.min(to, i + batchRows))));
        }
      }
      for (int turn = count - 1; turn >= 0; turn--) {
        operator.settle(partitions.begunAt(turn));
      }
      List<Long> passed = new ArrayList<>();
      for (int partition = 0; partition < count; partition++) {
        operator.finish(partition, out -> addNumbers(out, passed));
      }
      metrics = operator.metrics();
      assertThat(backend.seal(batch)).isNotNull();
      return passed;
    }

    private static void addNumbers(Batch out, List<Long> passed) {
      for (int i = 0; i < out.count(); i++) {
        passed.add(((LongColumn) out.column(2)).get(out.selection().row(i)));
      }
    }

    private static Batch batchOf(List<Row> rows) {
      BatchBuilder builder = new BatchBuilder(INPUT);
      for (Row row : rows) {
        row.ts()
            .ifPresentOrElse(
                ((LongBuilder) builder.column(0))::append, builder.column(0)::appendNull);
        row.k()
            .ifPresentOrElse(
                ((BytesBuilder) builder.column(1))::append, builder.column(1)::appendNull);
        ((LongBuilder) builder.column(2)).append(row.number());
        builder.closeRow();
      }
      return builder.take();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void passesTheRowsOfTheModelInInputOrderOnAnyNumberOfWorkers(int workers) {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (Memory memory : List.of(new Memory.Forever(), new Memory.UntilKey(1), MINUTE)) {
      List<Integer> keys = memory instanceof Memory.UntilKey ? List.of(1, 0) : List.of(1);
      Step step = new Step(keys, memory);
      Map<List<Object>, Long> model = new HashMap<>();
      long late = 0;
      for (int batch = 0; batch < 12; batch++) {
        long evict = late + random.nextInt(40) * 1000L;
        List<Row> rows = randomRows(random, random.nextInt(600), evict);
        List<Long> expected = model(model, rows, keys, memory, late, evict);
        step.enough = random.nextBoolean() ? 1 + random.nextInt(30) : Integer.MAX_VALUE;
        Partitions partitions = new Partitions(workers, random.nextBoolean());
        assertThat(step.run(rows, partitions, late, evict, 1 + random.nextInt(100)))
            .as("%s, batch %d, seed %d", memory, batch, seed)
            .isEqualTo(expected);
        assertThat(step.metrics.rows()).isEqualTo(model.size());
        assertThat(step.metrics.duplicates() + step.metrics.droppedLate() + expected.size())
            .isEqualTo(rows.size());
        late = evict;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void rowsThatWaitForTheirKeyGroupPassAsIfTheyHadNot(int workers) {
    Step step = new Step(List.of(1), MINUTE);
    Partitions partitions = new Partitions(workers, workers == 2);
    step.enough = 1;
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 160_000; i++) {
      rows.add(new Row(Optional.of(SECOND), Optional.of("key " + i % 100_000), i));
    }
    assertThat(step.run(rows, partitions, -1, -1, 4096)).isEqualTo(numbers(0, 100_000));
    assertThat(step.metrics.duplicates()).isEqualTo(60_000);
    List<Row> more = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      more.add(new Row(Optional.of(SECOND), Optional.of("key " + (i + 50_000)), i));
    }
    assertThat(step.run(more, partitions, -1, -1, 4096)).isEqualTo(numbers(50_000, 100_000));
    assertThat(step.metrics.rows()).isEqualTo(150_000);
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static List<Row> randomRows(SplittableRandom random, int count, long nowMillis) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long ts = nowMillis * 1000 + random.nextInt(-20, 60) * SECOND;
      rows.add(
          new Row(
              random.nextInt(20) == 0 ? Optional.empty() : Optional.of(ts),
              random.nextInt(20) == 0
                  ? Optional.empty()
                  : Optional.of("key " + random.nextInt(300)),
              i));
    }
    return rows;
  }

  private static List<Long> model(
      Map<List<Object>, Long> seen,
      List<Row> rows,
      List<Integer> keys,
      Memory memory,
      long lateMillis,
      long evictMillis) {
    List<Long> passed = new ArrayList<>();
    for (Row row : rows) {
      if (row.ts().filter(t -> t <= lateMillis * 1000).isPresent()) {
        continue;
      }
      List<Object> key = keys.size() == 1 ? List.of(row.k()) : List.of(row.k(), row.ts());
      long expiry =
          memory instanceof Memory.After after
              ? row.ts().orElse(0L) + after.micros()
              : memory instanceof Memory.UntilKey
                  ? row.ts().orElse(Long.MAX_VALUE)
                  : Long.MAX_VALUE;
      if (seen.putIfAbsent(key, expiry) == null) {
        passed.add(row.number());
      }
    }
    seen.values().removeIf(expiry -> expiry <= evictMillis * 1000);
    return passed;
  }

  @Test
  void forgettingCostsWhatExpiresAndNotWhatIsRemembered() {
    Step step = new Step(List.of(1), MINUTE);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      rows.add(new Row(Optional.of(i * 1000L), Optional.of("key " + i), i));
    }
    assertThat(step.run(rows, TWO, -1, -1, 4096)).hasSize(50_000);
    long bundles = step.backend.store(new StoreId("step", DeduplicateOperator.INDEX)).rows();
    assertThat(bundles).isLessThan(50_000 / 12);
    long late = -1;
    for (int second = 0; second < 3; second++) {
      long evict = 60_000 + 1000L * second;
      assertThat(step.run(List.of(), TWO, late, evict, 1)).isEmpty();
      assertThat(step.metrics.removed()).isEqualTo(second == 0 ? 1 : 1000);
      assertThat(step.visited).hasValueLessThan(second == 0 ? 300 : 1000);
      late = evict;
    }
  }

  @Test
  void aKeyThatExpiresInTheBatchStillStopsTheRowsOfThatBatch() {
    Step step = new Step(List.of(1), MINUTE);
    Row row = new Row(Optional.of(200 * SECOND), Optional.of("a"), 0);
    assertThat(step.run(List.of(row), ONE, 0, 0, 1)).containsExactly(0L);
    assertThat(step.run(List.of(row), ONE, 0, 260_000, 1)).isEmpty();
    assertThat(step.metrics.rows()).isZero();
    assertThat(step.run(List.of(row), ONE, 0, 260_000, 1)).containsExactly(0L);
  }
}
