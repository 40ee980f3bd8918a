package tidemark.operators.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.OperatorContext;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.JoinKind;
import tidemark.operators.plan.Retention;
import tidemark.operators.plan.Side;
import tidemark.operators.plan.TimeGap;
import tidemark.operators.state.BackwardStore;
import tidemark.operators.state.CountingStore;
import tidemark.operators.state.StateRows;
import tidemark.operators.time.BatchTime;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

/** What a join costs and keeps; what comes out of it is held against a model elsewhere. */
class JoinOperatorTest {
  private static final Schema INPUT =
      Schema.of(Field.of("ts", SimpleType.TIMESTAMP), Field.of("k", SimpleType.BIGINT));
  private static final int WORKERS = 2;
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;

  private MemoryStateBackend backend = new MemoryStateBackend();
  private final AtomicLong visited = new AtomicLong();
  private final AtomicLong lookedUp = new AtomicLong();
  private boolean backward;
  private long batch;
  private long pairs;
  private final List<String> out = new ArrayList<>();
  private StepMetrics metrics = new StepMetrics(0, 0, 0, 0, 0);

  /** A right row comes up to ten minutes after its left row: left rows are kept that long. */
  private static JoinShape shape(JoinKind kind) {
    Schema pair = Side.pair(INPUT, INPUT);
    return new JoinShape(
        kind,
        List.of(SimpleType.BIGINT),
        List.of(false),
        side(new Retention.UntilTime(-10 * MINUTE)),
        side(new Retention.UntilTime(0)),
        Optional.of(new TimeGap(0, 10 * MINUTE * 1000)),
        pair,
        Optional::empty,
        () -> rows -> rows);
  }

  private static SideShape side(Retention retention) {
    return new SideShape(
        () -> new SideShape.Inputs(Optional.empty(), List.of((rows, selected) -> rows.column(1))),
        INPUT,
        List.of(0, 1),
        OptionalInt.of(0),
        OptionalInt.of(0),
        retention);
  }

  private static Batch rows(long[] seconds, LongUnaryOperator key) {
    BatchBuilder builder = new BatchBuilder(INPUT);
    for (long second : seconds) {
      ((LongBuilder) builder.column(0)).append(second * 1_000_000);
      ((LongBuilder) builder.column(1)).append(key.applyAsLong(second));
      builder.closeRow();
    }
    return builder.take();
  }

  /** A row each second, its key the second. */
  private void run(JoinKind kind, LongStream left, LongStream right, long late, long evict) {
    visited.set(0);
    lookedUp.set(0);
    pairs = 0;
    OperatorContext context =
        new OperatorContext(
            new BatchTime(batch++, 0, late, evict),
            OutputMode.APPEND,
            WORKERS,
            name -> new StateRows(store(name)));
    JoinOperator operator = new JoinOperator(shape(kind), context);
    give(operator, 0, left.toArray());
    give(operator, 1, right.toArray());
    out.clear();
    for (int partition = 0; partition < WORKERS; partition++) {
      operator.finish(partition, this::take);
    }
    metrics = operator.metrics();
    assertThat(backend.seal(batch)).isNotNull();
  }

  private StateStore store(String name) {
    StateStore store = backend.store(new StoreId("step", name));
    return new CountingStore(backward ? new BackwardStore(store) : store, visited, lookedUp);
  }

  private void take(Batch rows) {
    pairs += rows.count();
    for (int i = 0; i < rows.count(); i++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < rows.schema().size(); column++) {
        boolean isNull = rows.column(column).isNull(rows.selection().row(i));
        text.append(isNull ? "-" : ((LongColumn) rows.column(column)).get(rows.selection().row(i)));
        text.append(' ');
      }
      out.add(text.toString());
    }
  }

  private static void give(JoinOperator operator, int input, long[] seconds) {
    for (int from = 0; from < seconds.length; from += 4000) {
      long[] some =
          java.util.Arrays.copyOfRange(seconds, from, Math.min(seconds.length, from + 4000));
      operator.share(input, from / 4000 % WORKERS).process(rows(some, second -> second));
    }
  }

  private long stored(String store) {
    return backend.store(new StoreId("step", store)).rows();
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      names = {"INNER", "LEFT_OUTER"})
  void forgettingCostsWhatExpiresAndNotWhatIsKept(JoinKind kind) {
    run(kind, LongStream.range(0, 50_000), LongStream.empty(), -1, -1);
    assertThat(metrics.rows()).isEqualTo(50_000);
    assertThat(stored("left_times")).isLessThan(50_000 / 12);
    long late = -1;
    for (int turn = 1; turn <= 3; turn++) {
      long evict = 10 * MINUTE + 1000 * SECOND * turn;
      run(kind, LongStream.empty(), LongStream.empty(), late, evict);
      assertThat(metrics.removed()).isEqualTo(turn == 1 ? 1001 : 1000);
      assertThat(visited).as("bundles").hasValueLessThan(700);
      assertThat(lookedUp).as("rows").hasValue(metrics.removed());
      assertThat(pairs).isEqualTo(kind == JoinKind.INNER ? 0 : metrics.removed());
      late = evict;
    }
    run(kind, LongStream.empty(), LongStream.empty(), late, late + SECOND);
    assertThat(metrics.removed()).isOne();
    assertThat(visited).hasValueLessThan(20);
    run(kind, LongStream.empty(), LongStream.empty(), late + SECOND, late + SECOND);
    assertThat(visited).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      names = {"INNER", "LEFT_OUTER"})
  void forgettingMostRowsLooksUpNone(JoinKind kind) {
    run(kind, LongStream.range(0, 50_000), LongStream.of(3, 30, 300), -1, -1);
    run(kind, LongStream.empty(), LongStream.of(45_000, 5), -1, 10 * MINUTE + 40_000 * SECOND);
    assertThat(metrics.removed()).as("of the left, and of the right").isEqualTo(40_001 + 3);
    assertThat(stored("left")).isEqualTo(9_999);
    assertThat(lookedUp).hasValue(0);
    assertThat(pairs).isEqualTo(kind == JoinKind.INNER ? 2 : 2 + 40_001 - 4);
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void rowsComeOutInTheSameOrderHoweverTheStoreHasThem(JoinKind kind) {
    List<List<String>> forward = outOfThreeBatches(kind);
    backend = new MemoryStateBackend();
    backward = true;
    assertThat(outOfThreeBatches(kind)).isEqualTo(forward);
    assertThat(forward).as("rows").anyMatch(rows -> rows.size() > 1000);
  }

  private List<List<String>> outOfThreeBatches(JoinKind kind) {
    List<List<String>> rows = new ArrayList<>();
    run(kind, LongStream.range(0, 3000), LongStream.range(500, 2500), -1, -1);
    rows.add(List.copyOf(out));
    LongStream again = LongStream.range(0, 4000).map(i -> i / 2);
    run(kind, again, LongStream.range(1000, 4000), -1, 10 * MINUTE);
    rows.add(List.copyOf(out));
    run(kind, LongStream.empty(), LongStream.empty(), 10 * MINUTE, 100 * MINUTE);
    rows.add(List.copyOf(out));
    return rows;
  }

  @Test
  void aFewRowsLookOnlyAtTheirPartners() {
    run(JoinKind.INNER, LongStream.range(0, 50_000), LongStream.empty(), -1, -1);
    run(JoinKind.INNER, LongStream.empty(), LongStream.of(7, 70, 700), -1, -1);
    assertThat(pairs).isEqualTo(3);
    assertThat(visited).hasValue(3);
    assertThat(lookedUp).hasValue(0);
  }

  /** A minute of rows a batch on both sides; the watermark is what the batch before has reached. */
  @Test
  void eachSideKeepsNoMoreThanItsBoundSays() {
    List<Long> keptLeft = new ArrayList<>();
    List<Long> keptRight = new ArrayList<>();
    long late = -1;
    for (int minute = 0; minute < 30; minute++) {
      long evict = minute == 0 ? -1 : minute * MINUTE - SECOND;
      LongStream seconds = LongStream.range(minute * 60L, (minute + 1) * 60L);
      run(JoinKind.INNER, seconds, LongStream.range(minute * 60L, (minute + 1) * 60L), late, evict);
      keptLeft.add(stored("left"));
      keptRight.add(stored("right"));
      late = evict;
    }
    // Of the left: the minute that came, and all at most ten minutes before the watermark.
    assertThat(keptLeft.subList(0, 11))
        .containsExactly(60L, 120L, 180L, 240L, 300L, 360L, 420L, 480L, 540L, 600L, 660L);
    assertThat(keptLeft.subList(11, 30)).containsOnly(660L);
    assertThat(keptRight).containsOnly(60L);
  }
}
