package tidemark.operators.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.OperatorContext;
import tidemark.operators.Share;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.failing.FailedRows;
import tidemark.operators.lowering.Lowering;
import tidemark.operators.plan.EventTime;
import tidemark.operators.plan.KeyedRule;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.CountingStore;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.BatchTime;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

/** What time-outs and look-ups of a keyed step cost; what it means is tested elsewhere. */
class KeyedOperatorTest {
  private static final Schema INPUT =
      Schema.of(Field.notNull("k", SimpleType.BIGINT), Field.notNull("ts", SimpleType.TIMESTAMP));
  private static final Span NOWHERE = Span.ofFile("p.yaml");
  private static final int WORKERS = 2;
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;

  private final MemoryStateBackend backend = new MemoryStateBackend();
  private final AtomicLong visited = new AtomicLong();
  private final AtomicLong lookedUp = new AtomicLong();
  private final List<Long> fired = new ArrayList<>();
  private long batch;
  private StepMetrics metrics = new StepMetrics(0, 0, 0, 0, 0);

  /** Each row arms its key's time-out, ten minutes; a key whose time-out fires is given out. */
  private static PlanNode step(TimeDomain domain) {
    ColumnReference key = new ColumnReference("k", SimpleType.BIGINT, false);
    NamedExpression k = new NamedExpression("k", key);
    PlanNode scan =
        new PlanNode(
            "sources.in",
            new LogicalOp.Scan("in", Optional.empty(), Optional.empty()),
            List.of(),
            INPUT,
            Optional.of(new EventTime(1, EventTime.Kind.INSTANT, 0)),
            NOWHERE);
    KeyedRule arming =
        new KeyedRule(
            Optional.empty(),
            false,
            List.of(),
            Optional.empty(),
            OptionalLong.of(10 * MINUTE * 1000));
    KeyedRule firing =
        new KeyedRule(
            Optional.empty(), true, List.of(), Optional.of(List.of(k)), OptionalLong.empty());
    return new PlanNode(
        "steps.silent",
        new LogicalOp.Keyed(
            List.of(k),
            domain,
            List.of(),
            new KeyedWork.Rules(List.of(arming), Optional.of(firing))),
        List.of(scan),
        Schema.of(Field.notNull("k", SimpleType.BIGINT)),
        Optional.empty(),
        NOWHERE);
  }

  private void run(TimeDomain domain, LongStream seconds, long nowMillis, long evictMillis) {
    visited.set(0);
    lookedUp.set(0);
    fired.clear();
    OperatorContext context =
        new OperatorContext(
            new BatchTime(batch++, nowMillis, -1, evictMillis),
            OutputMode.APPEND,
            WORKERS,
            name ->
                new StateRows(
                    new CountingStore(
                        backend.store(new StoreId("step", name)), visited, lookedUp)));
    StatefulOperator operator =
        new Lowering(new EvaluationContext(ZoneOffset.UTC, nowMillis), node -> FailedRows.STOPPING)
            .gathering(step(domain), context);
    Share[] shares = {operator.share(0, 0), operator.share(0, 1)};
    long[] all = seconds.toArray();
    for (int from = 0; from < all.length; from += 4000) {
      long[] some = Arrays.copyOfRange(all, from, Math.min(all.length, from + 4000));
      shares[from / 4000 % WORKERS].process(rows(some));
    }
    for (int partition = 0; partition < WORKERS; partition++) {
      operator.finish(partition, this::take);
    }
    metrics = operator.metrics();
    assertThat(backend.seal(batch)).isNotNull();
  }

  /** A row each second, its key the second. */
  private static Batch rows(long[] seconds) {
    BatchBuilder builder = new BatchBuilder(INPUT);
    for (long second : seconds) {
      ((LongBuilder) builder.column(0)).append(second);
      ((LongBuilder) builder.column(1)).append(second * 1_000_000);
      builder.closeRow();
    }
    return builder.take();
  }

  private void take(Batch out) {
    for (int i = 0; i < out.count(); i++) {
      fired.add(((LongColumn) out.column(0)).get(out.selection().row(i)));
    }
  }

  /** What a time-out costs: its entry is visited, its key looked up to be read and removed. */
  private void assertCosts(long dueNow) {
    assertThat(visited).hasValue(dueNow);
    assertThat(lookedUp).hasValueBetween(dueNow, 3 * dueNow);
  }

  @Test
  void timeOutsOfEventTimeVisitOnlyWhatIsDue() {
    run(TimeDomain.EVENT_TIME, LongStream.range(0, 50_000), 0, -1);
    assertThat(metrics.rows()).isEqualTo(50_000);
    assertThat(visited).hasValue(0);
    long gone = 0;
    for (int turn = 1; turn <= 3; turn++) {
      // At ten minutes and 100 s, what was armed in the first 100 s is due, and that at 100 s.
      run(TimeDomain.EVENT_TIME, LongStream.empty(), 0, 10 * MINUTE + 100 * SECOND * turn);
      long due = turn == 1 ? 101 : 100;
      assertThat(fired).hasSize((int) due);
      assertCosts(due);
      gone += due;
      assertThat(metrics.rows()).isEqualTo(50_000 - gone);
    }
  }

  @Test
  void timeOutsOfProcessingTimeVisitOnlyWhatIsDue() {
    run(TimeDomain.PROCESSING_TIME, LongStream.range(0, 100), 0, -1);
    run(TimeDomain.PROCESSING_TIME, LongStream.range(100, 20_000), MINUTE, -1);
    assertThat(visited).hasValue(0);
    run(TimeDomain.PROCESSING_TIME, LongStream.empty(), 10 * MINUTE, -1);
    assertThat(fired)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 100).boxed().toList());
    assertCosts(100);
  }

  @ParameterizedTest
  @EnumSource(TimeDomain.class)
  void nothingIsVisitedWhereNothingIsDue(TimeDomain domain) {
    run(domain, LongStream.range(0, 10_000), 0, -1);
    run(domain, LongStream.empty(), 10 * MINUTE - 1, 10 * MINUTE - 1);
    assertThat(fired).isEmpty();
    assertThat(visited).hasValue(0);
    assertThat(lookedUp).hasValue(0);
  }

  @Test
  void timeOutThatIsArmedAnewIsNotVisitedAtItsOldTime() {
    run(TimeDomain.PROCESSING_TIME, LongStream.range(0, 1000), 0, -1);
    run(TimeDomain.PROCESSING_TIME, LongStream.range(0, 1000), 9 * MINUTE + 1, -1);
    run(TimeDomain.PROCESSING_TIME, LongStream.empty(), 19 * MINUTE, -1);
    assertThat(visited).hasValue(0);
    assertThat(metrics.rows()).isEqualTo(1000);
  }

  @Test
  void rowsLookUpTheirKeysAndNoOthers() {
    run(TimeDomain.EVENT_TIME, LongStream.range(0, 20_000), 0, -1);
    run(TimeDomain.EVENT_TIME, LongStream.range(5_000, 5_500), 0, -1);
    assertThat(visited).hasValue(0);
    // Each is read; no time-out moved, so none is written twice.
    assertThat(lookedUp).hasValueBetween(500, 1000);
    assertThat(metrics.rows()).isEqualTo(20_000);
  }
}
