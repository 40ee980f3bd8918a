package tidemark.runner.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.lowering.Lowering;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.BatchTime;
import tidemark.runner.compile.Compiled;
import tidemark.runner.keyed.NaiveKeyed.Row;
import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

/** Random rules over random rows, on any number of workers, against the naive model. */
class KeyedModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 45);

  /** Many for each set of rules: reading the rules takes longer than running them. */
  private static final int BATCHES = 20;

  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long SECOND = 1_000_000;
  private static final long BEGIN = 1_700_000_000L * SECOND;

  @Test
  void everyBatchGivesOutWhatTheModelDoes() {
    System.out.printf("%d cases, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    long rows = 0;
    for (int i = 0; i < CASES; i++) {
      rows += new Case(SEED + i).run();
    }
    System.out.printf("%d rows given out in %d cases%n", rows, CASES);
    assertThat(rows).isGreaterThan(3L * BATCHES * CASES);
  }

  /** One set of rules and several batches. */
  private static final class Case {
    private final long seed;
    private final SplittableRandom random;
    private final RandomRules rules;
    private final NaiveKeyed model;
    private final PlanNode node;
    private final MemoryStateBackend backend = new MemoryStateBackend();
    private long usedWatermark;
    private long watermark;

    Case(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.rules = RandomRules.random(random);
      this.model = new NaiveKeyed(rules);
      this.node = Compiled.of(rules.yaml()).node("steps.kept");
    }

    long run() {
      long rows = 0;
      for (int batch = 0; batch < BATCHES; batch++) {
        rows += batch(batch);
      }
      return rows;
    }

    private long batch(int number) {
      List<Row> input = rows(number);
      long now = BEGIN + number * 20 * SECOND;
      Map<String, List<String>> expected =
          model.batch(input, usedWatermark * 1000, watermark * 1000, now);
      BatchTime time = new BatchTime(number, now / 1000, usedWatermark, watermark);
      Map<String, List<String>> actual = new HashMap<>();
      StepMetrics metrics = process(time, input, actual);
      assertThat(actual).as(this::toString).isEqualTo(expected);
      assertThat(metrics.rows()).as(this::toString).isEqualTo(model.keptKeys());
      if (rules.eventTime()) {
        assertThat(metrics.droppedLate() + metrics.withoutTime())
            .as(this::toString)
            .isEqualTo(model.dropped());
      }
      usedWatermark = watermark;
      input.forEach(
          r -> watermark = Math.max(watermark, r.ts() == null ? 0 : r.ts() / 1000 - 1000));
      return expected.values().stream().mapToInt(List::size).sum();
    }

    private List<Row> rows(int number) {
      List<Row> rows = new ArrayList<>();
      int count = random.nextInt(4) == 0 ? 0 : random.nextInt(60);
      for (int i = 0; i < count; i++) {
        long ts = BEGIN + (number * 20L + random.nextInt(-10, 20)) * SECOND;
        rows.add(
            new Row(
                random.nextInt(20) == 0 ? null : ts,
                random.nextInt(12) == 0 ? null : String.valueOf((char) ('a' + random.nextInt(5))),
                random.nextInt(8) == 0 ? null : (long) random.nextInt(-2, 6)));
      }
      return rows;
    }

    private StepMetrics process(
        BatchTime time, List<Row> input, Map<String, List<String>> emitted) {
      int workers = 1 + random.nextInt(3);
      Lowering lowering =
          new Lowering(
              new EvaluationContext(ZoneOffset.UTC, time.batchTimeMillis()),
              failing -> FailedRows.STOPPING);
      StatefulOperator operator =
          lowering.gathering(
              node,
              new OperatorContext(
                  time,
                  OutputMode.APPEND,
                  workers,
                  name -> new StateRows(backend.store(new StoreId("steps.kept", name)))));
      for (int worker = 0; worker < workers; worker++) {
        Share share = operator.share(0, worker);
        int from = input.size() * worker / workers;
        give(input.subList(from, input.size() * (worker + 1) / workers), share);
      }
      for (int partition = 0; partition < workers; partition++) {
        operator.finish(partition, rows -> collect(rows, emitted));
      }
      backend.seal(time.batch());
      return operator.metrics();
    }

    private void give(List<Row> rows, Share share) {
      BatchBuilder builder = new BatchBuilder(node.input().schema());
      for (Row row : rows) {
        append(row.ts(), (LongBuilder) builder.column(0));
        if (row.k() == null) {
          builder.column(1).appendNull();
        } else {
          ((BytesBuilder) builder.column(1)).append(row.k());
        }
        append(row.v(), (LongBuilder) builder.column(2));
        builder.closeRow();
        if (random.nextInt(20) == 0) {
          share.process(builder.take());
        }
      }
      share.process(builder.take());
    }

    private static void append(@Nullable Long value, LongBuilder column) {
      if (value == null) {
        column.appendNull();
      } else {
        column.append(value);
      }
    }

    @Override
    public String toString() {
      return "case with seed " + seed + ":\n" + rules.yaml();
    }
  }

  private static void collect(Batch rows, Map<String, List<String>> emitted) {
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.selection().row(i);
      List<String> values = new ArrayList<>();
      for (int column = 0; column < rows.schema().size(); column++) {
        values.add(text(rows.column(column), row));
      }
      emitted
          .computeIfAbsent(values.get(0), key -> new ArrayList<>())
          .add(String.join(" ", values));
    }
  }

  private static String text(Column column, int row) {
    if (column.isNull(row)) {
      return "null";
    }
    if (column instanceof LongColumn c) {
      return String.valueOf(c.get(row));
    }
    if (column instanceof BytesColumn c) {
      return c.string(row);
    }
    if (column instanceof BooleanColumn c) {
      return String.valueOf(c.get(row));
    }
    if (column instanceof DoubleColumn c) {
      return String.valueOf(c.get(row));
    }
    return ((DecimalColumn) column).get(row).toString();
  }
}
