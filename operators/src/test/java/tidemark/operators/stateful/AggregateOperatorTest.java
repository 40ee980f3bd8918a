package tidemark.operators.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.OperatorContext;
import tidemark.operators.Partitions;
import tidemark.operators.SpareMemory;
import tidemark.operators.StatefulOperator;
import tidemark.operators.aggregate.AggregateArgument;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.Answer;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Filter;
import tidemark.operators.format.ByteSink;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.Formats;
import tidemark.operators.late.LateRows;
import tidemark.operators.plan.LogicalOp.Expiry;
import tidemark.operators.plan.LogicalOp.Updates;
import tidemark.operators.state.StateRows;
import tidemark.operators.stateful.AggregateInputs.CallInputs;
import tidemark.operators.time.BatchTime;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.statestore.StoreId;
import tidemark.statestore.memory.MemoryStateBackend;

class AggregateOperatorTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final long SECOND = 1_000_000;
  private static final int NEVER = Integer.MAX_VALUE;

  private static final Schema INPUT =
      Schema.of(
          Field.of("ts", SimpleType.TIMESTAMP),
          Field.of("text_key", SimpleType.STRING),
          Field.of("number_key", SimpleType.BIGINT),
          Field.of("x", SimpleType.BIGINT),
          Field.of("d", SimpleType.DOUBLE),
          Field.of("s", SimpleType.STRING),
          Field.of("list", new ArrayType(SimpleType.BIGINT)),
          Field.notNull("flag", SimpleType.BOOLEAN));

  private static final AggregateCatalogue CATALOGUE = new AggregateCatalogue();

  /** A call over columns of the input, by position. */
  private record Call(String function, boolean isDistinct, boolean isFiltered, List<Integer> of) {
    AggregateFunction resolved() {
      List<AggregateArgument> types =
          of.stream().map(column -> AggregateArgument.of(INPUT.field(column).type())).toList();
      Answer answer =
          isDistinct
              ? CATALOGUE.resolveDistinct(function, types)
              : CATALOGUE.resolve(function, types);
      return ((Answer.Resolved) answer).function();
    }

    CallInputs inputs() {
      return new CallInputs(
          of.stream().map(AggregateOperatorTest::column).toList(),
          isFiltered ? Optional.of(flagged()) : Optional.empty());
    }
  }

  private static final List<Call> CALLS =
      List.of(
          new Call("count", false, false, List.of()),
          new Call("sum", false, false, List.of(3)),
          new Call("sum", false, true, List.of(3)),
          new Call("count", false, true, List.of()),
          new Call("count", false, true, List.of(3, 5)),
          new Call("avg", false, false, List.of(4)),
          new Call("first", false, false, List.of(5)),
          new Call("last", false, true, List.of(5)),
          new Call("collect_list", false, false, List.of(3)),
          new Call("collect_list", false, true, List.of(6)),
          new Call("max_by", false, false, List.of(5, 3)),
          new Call("min", false, false, List.of(5)),
          new Call("count", true, false, List.of(5)),
          new Call("count", true, true, List.of(3, 5)));

  private static Evaluator column(int position) {
    return (batch, rows) -> batch.column(position);
  }

  private static Filter flagged() {
    return (batch, rows) -> {
      BooleanColumn flags = (BooleanColumn) batch.column(7);
      int[] kept = IntStream.range(0, rows.count()).map(rows::row).filter(flags::get).toArray();
      return Selection.of(kept, kept.length);
    };
  }

  private static AggregateShape shape(
      Optional<WindowSpec> window, Expiry expiry, List<Integer> keys, List<Call> calls) {
    List<AggregateFunction> functions = calls.stream().map(Call::resolved).toList();
    List<Field> merged = new ArrayList<>();
    if (window.isPresent()) {
      merged.addAll(GroupRows.windowFields());
    }
    keys.forEach(key -> merged.add(INPUT.field(key)));
    for (int i = 0; i < functions.size(); i++) {
      merged.add(Field.of("$agg" + i, functions.get(i).type()));
    }
    List<DataType> keyTypes = keys.stream().map(key -> INPUT.field(key).type()).toList();
    return new AggregateShape(
        window,
        expiry,
        true,
        keyTypes,
        functions,
        () ->
            new AggregateInputs(
                window.map(w -> column(0)),
                keys.stream().map(AggregateOperatorTest::column).toList(),
                calls.stream().map(Call::inputs).toList()),
        new Schema(merged),
        Updates.NONE,
        () -> rows -> rows);
  }

  /** One step over several micro-batches. */
  private static final class Step {
    private final AggregateShape shape;
    private final int lookRows;
    private final Partitions partitions;
    private final MemoryStateBackend backend = new MemoryStateBackend();
    private final SpareMemory spare = new SpareMemory();
    private long batch;
    private long mostKept;
    private boolean wasDrained;
    private boolean drains;

    Step(AggregateShape shape, Partitions partitions, int lookRows) {
      this.shape = shape;
      this.partitions = partitions;
      this.lookRows = lookRows;
    }

    /** The rows that come out, in order, then what the step says that it did. */
    List<String> run(List<Batch> batches, OutputMode mode, long lateMillis, long evictMillis) {
      OperatorContext context =
          new OperatorContext(
              new BatchTime(batch++, 0, lateMillis, evictMillis),
              mode,
              partitions,
              name -> rows(),
              worker -> LateRows.DROPPED,
              spare);
      AggregateOperator operator = new AggregateOperator(shape, context, lookRows);
      int count = partitions.count();
      for (int partition = 0; partition < count; partition++) {
        AggregateShare share = (AggregateShare) operator.share(0, partition);
        int from = batches.size() * partition / count;
        int to = batches.size() * (partition + 1) / count;
        for (Batch each : batches.subList(from, to)) {
          long before = share.groups().ungrouped().rows();
          share.process(each);
          long kept = share.groups().ungrouped().rows();
          mostKept = Math.max(mostKept, kept);
          wasDrained |= kept < before;
        }
      }
      StatefulOperator step = drains ? new DrainingOperator(operator, List.of()) : operator;
      for (int turn = count - 1; turn >= 0; turn--) {
        step.settle(partitions.begunAt(turn));
      }
      ByteSink[] out = Stream.generate(ByteSink::new).limit(count).toArray(ByteSink[]::new);
      for (int turn = count - 1; turn >= 0; turn--) {
        int partition = partitions.begunAt(turn);
        step.finish(
            partition,
            rows ->
                Formats.encoder(FormatOptions.of(Format.NDJSON), rows.schema())
                    .encode(rows, out[partition]));
      }
      assertThat(backend.seal(batch)).isNotNull();
      return Stream.concat(
              Stream.of(out).flatMap(part -> part.toString().lines()),
              Stream.of(operator.metrics().toString()))
          .toList();
    }

    private StateRows rows() {
      return new StateRows(backend.store(new StoreId("step", AggregateOperator.STORE)));
    }

    List<String> stored() {
      List<String> all = new ArrayList<>();
      rows()
          .scanPrefix(
              new byte[0], (key, value) -> all.add(Arrays.toString(key) + Arrays.toString(value)));
      return all;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void rowsThatAreGroupedAtTheEndGiveWhatTheyGiveWhenGroupedAtOnce(int workers) {
    SplittableRandom random = new SplittableRandom(SEED);
    Expiry window = new Expiry.ByWindow();
    List<AggregateShape> shapes =
        List.of(
            shape(Optional.of(fixed(10, 10)), window, List.of(1, 2), CALLS),
            shape(Optional.of(fixed(20, 5)), window, List.of(2), CALLS),
            shape(Optional.of(fixed(20, 5)), window, List.of(), CALLS),
            shape(Optional.empty(), new Expiry.Never(), List.of(2), CALLS),
            shape(Optional.empty(), new Expiry.Never(), List.of(), CALLS),
            shape(Optional.empty(), new Expiry.ByKey(1), List.of(1, 0), CALLS));
    boolean wasKept = false;
    boolean wasDrained = false;
    for (int round = 0; round < 4; round++) {
      for (AggregateShape shape : shapes) {
        Partitions partitions = new Partitions(workers, random.nextBoolean());
        Step atOnce = new Step(shape, partitions, NEVER);
        Step atTheEnd = new Step(shape, partitions, 1 + random.nextInt(200));
        atTheEnd.drains = random.nextBoolean();
        OutputMode mode = random.nextBoolean() ? OutputMode.UPDATE : OutputMode.APPEND;
        long late = 0;
        for (int batch = 0; batch < 4; batch++) {
          long evict = late + random.nextInt(20) * 1000L;
          List<Batch> input = input(random, evict);
          assertThat(atTheEnd.run(input, mode, late, evict))
              .as("%s, batch %d, seed %d", shape, batch, SEED)
              .isEqualTo(atOnce.run(input, mode, late, evict));
          late = evict;
        }
        assertThat(atTheEnd.stored()).as("%s, seed %d", shape, SEED).isEqualTo(atOnce.stored());
        assertThat(atOnce.mostKept).isZero();
        wasKept |= atTheEnd.mostKept > 0;
        wasDrained |= atTheEnd.wasDrained;
      }
    }
    assertThat(wasKept).as("rows kept, seed %d", SEED).isTrue();
    assertThat(wasDrained).as("rows kept and grouped then, seed %d", SEED).isTrue();
  }

  @Test
  void whoseKeysHardlyRepeatIsKeptAndWhoseKeysRepeatIsNot() {
    AggregateShape shape =
        shape(
            Optional.empty(),
            new Expiry.Never(),
            List.of(2),
            List.of(new Call("sum", false, false, List.of(3))));
    int rows = 400_000;
    Step distinct = new Step(shape, Partitions.of(1), GroupingGain.LOOK_ROWS);
    assertThat(distinct.run(numbers(rows, rows), OutputMode.UPDATE, 0, 0)).hasSize(rows + 1);
    assertThat(distinct.mostKept).isBetween(rows - 2L * GroupingGain.LOOK_ROWS, (long) rows);
    assertThat(distinct.wasDrained).isFalse();

    Step few = new Step(shape, Partitions.of(1), GroupingGain.LOOK_ROWS);
    assertThat(few.run(numbers(rows, 1000), OutputMode.UPDATE, 0, 0)).hasSize(1001);
    assertThat(few.mostKept).isZero();

    Step soon = new Step(shape, Partitions.of(1), GroupingGain.LOOK_ROWS);
    assertThat(soon.run(numbers(rows, 70_000), OutputMode.UPDATE, 0, 0)).hasSize(70_001);
    assertThat(soon.mostKept).isPositive();
    assertThat(soon.wasDrained).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {NEVER, 50})
  void rowsReachEachOfOverlappingWindowsInTheirOrder(int lookRows) {
    SplittableRandom random = new SplittableRandom(SEED);
    AggregateShape shape =
        shape(
            Optional.of(fixed(20, 6)),
            new Expiry.ByWindow(),
            List.of(2),
            List.of(new Call("collect_list", false, false, List.of(3))));
    List<Batch> input = new ArrayList<>();
    BatchBuilder builder = new BatchBuilder(INPUT);
    for (int row = 0; row < 9000; row++) {
      ((LongBuilder) builder.column(0)).append(row / 100 * SECOND + random.nextInt(15) * SECOND);
      appendNumber(builder, random.nextInt(3));
      ((LongBuilder) builder.column(3)).append(row);
      finish(builder);
      if (builder.isFull() || row == 8999) {
        input.add(builder.take());
      }
    }
    List<String> groups =
        new Step(shape, Partitions.of(2), lookRows).run(input, OutputMode.UPDATE, 0, 0);
    long rows = 0;
    for (String group : groups.subList(0, groups.size() - 1)) {
      String list = group.substring(group.indexOf('[') + 1, group.indexOf(']'));
      List<Long> seen = Stream.of(list.split(",")).map(Long::valueOf).toList();
      assertThat(seen).as("%s, seed %d", group, SEED).isSorted();
      rows += seen.size();
    }
    assertThat(rows).isBetween(3L * 9000, 4L * 9000);
  }

  @Test
  void rowsThatAreWideAreGrouped() {
    AggregateShape shape =
        shape(
            Optional.empty(),
            new Expiry.Never(),
            List.of(2),
            List.of(new Call("count", false, false, List.of(5))));
    Step step = new Step(shape, Partitions.of(1), 1000);
    List<Batch> wide = new ArrayList<>();
    String text = "wide".repeat(100);
    for (int i = 0; i < 100_000; i += 1000) {
      BatchBuilder builder = new BatchBuilder(INPUT);
      for (int row = i; row < i + 1000; row++) {
        appendNumber(builder, row);
        ((BytesBuilder) builder.column(5)).append(text);
        finish(builder);
      }
      wide.add(builder.take());
    }
    assertThat(step.run(wide, OutputMode.UPDATE, 0, 0)).hasSize(100_001);
    assertThat(step.wasDrained).isTrue();
    assertThat(step.mostKept * text.length()).isLessThan(20L << 20);
  }

  private static WindowSpec fixed(long size, long slide) {
    return new WindowSpec.Fixed(size * SECOND, slide * SECOND, 0);
  }

  /** Rows whose number key goes round. */
  private static List<Batch> numbers(int rows, int keys) {
    List<Batch> batches = new ArrayList<>();
    BatchBuilder builder = new BatchBuilder(INPUT);
    for (int row = 0; row < rows; row++) {
      appendNumber(builder, row % keys);
      finish(builder);
      if (builder.isFull() || row == rows - 1) {
        batches.add(builder.take());
      }
    }
    return batches;
  }

  private static void appendNumber(BatchBuilder builder, long key) {
    ((LongBuilder) builder.column(2)).append(key);
  }

  /** Ends a row, with nulls where nothing was appended. */
  private static void finish(BatchBuilder builder) {
    for (int column = 0; column < INPUT.size() - 1; column++) {
      if (builder.column(column).size() == builder.rows()) {
        builder.column(column).appendNull();
      }
    }
    ((BooleanBuilder) builder.column(7)).append(true);
    builder.closeRow();
  }

  /** Batches of random rows, some of which are not selected; keys may be few or many. */
  private static List<Batch> input(SplittableRandom random, long nowMillis) {
    int keys = 1 << random.nextInt(14);
    return Stream.generate(() -> batch(random, nowMillis, keys)).limit(random.nextInt(12)).toList();
  }

  private static Batch batch(SplittableRandom random, long nowMillis, int keys) {
    BatchBuilder builder = new BatchBuilder(INPUT);
    int size = 1 + random.nextInt(400);
    boolean hasNulls = random.nextBoolean();
    for (int i = 0; i < size; i++) {
      for (int column = 0; column < INPUT.size() - 1; column++) {
        if (hasNulls && random.nextInt(10) == 0) {
          builder.column(column).appendNull();
        } else {
          append(builder.column(column), column, random, nowMillis, keys);
        }
      }
      ((BooleanBuilder) builder.column(7)).append(random.nextBoolean());
      builder.closeRow();
    }
    Batch all = builder.take();
    if (random.nextBoolean()) {
      return all;
    }
    int[] some = IntStream.range(0, size).filter(row -> random.nextInt(4) > 0).toArray();
    return all.select(Selection.of(some, some.length));
  }

  private static void append(
      ColumnBuilder out, int column, SplittableRandom random, long nowMillis, int keys) {
    switch (column) {
      case 0 -> ((LongBuilder) out).append(nowMillis * 1000 + random.nextInt(-10, 30) * SECOND);
      case 1 -> ((BytesBuilder) out).append("key " + random.nextInt(keys));
      case 2 -> ((LongBuilder) out).append(random.nextInt(keys));
      case 3 -> ((LongBuilder) out).append(random.nextInt(-5, 5));
      case 4 -> ((DoubleBuilder) out).append(random.nextInt(100) / 4.0); // exact in any order
      case 5 -> ((BytesBuilder) out).append("text " + random.nextInt(10));
      default -> {
        ArrayBuilder list = (ArrayBuilder) out;
        int first = list.elements().size();
        for (int i = random.nextInt(3); i > 0; i--) {
          ((LongBuilder) list.elements()).append(random.nextInt(10));
        }
        list.closeRow(first);
      }
    }
  }
}
