package tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;

/** Every function against its definition, in one pass and through partials and stored states. */
class AccumulatorsTest {
  private static final int GROUPS = 7;
  private static final int ROUNDS = 12;

  static Stream<AggregateCases.Case> cases() {
    return AggregateCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onePassGivesWhatTheDefinitionSays(AggregateCases.Case aCase) {
    for (long seed = 1; seed <= ROUNDS; seed++) {
      Rows rows = Rows.random(aCase, new Random(seed));
      AggregateFunction function = aCase.function();
      Accumulators accumulators = function.create();
      accumulators.ensure(GROUPS);
      rows.addTo(accumulators, 0, rows.size(), new Random(seed));
      for (int group = 0; group < GROUPS; group++) {
        List<List<@Nullable Object>> own = rows.of(group);
        if (!own.isEmpty()) {
          assertSame(
              aCase + " seed " + seed + " group " + group,
              result(function, accumulators, group),
              aCase.reference().apply(own));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void partialsAndStoredStatesGiveWhatOnePassGives(AggregateCases.Case aCase) {
    for (long seed = 1; seed <= ROUNDS; seed++) {
      Random random = new Random(seed);
      Rows rows = Rows.random(aCase, random);
      AggregateFunction function = aCase.function();
      byte[][] stored = new byte[GROUPS][];
      Accumulators batch = function.create();
      for (int from = 0; from < rows.size(); ) {
        int to = Math.min(rows.size(), from + 1 + random.nextInt(rows.size()));
        batch.reset();
        batch.ensure(GROUPS);
        addAsPartials(function, batch, rows, from, to, random);
        exchange(function, batch, stored);
        from = to;
      }
      for (int group = 0; group < GROUPS; group++) {
        List<List<@Nullable Object>> own = rows.of(group);
        if (!own.isEmpty()) {
          assertSame(
              aCase + " seed " + seed + " group " + group,
              result(function, batch, group),
              aCase.reference().apply(own));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void groupsOfTheSameAccumulatorsMergeToo(AggregateCases.Case aCase) {
    Random random = new Random(99);
    Rows rows = Rows.random(aCase, random);
    AggregateFunction function = aCase.function();
    Accumulators accumulators = function.create();
    accumulators.ensure(GROUPS);
    rows.addTo(accumulators, 0, rows.size(), random);
    for (int group = 1; group < GROUPS; group++) {
      accumulators.merge(0, accumulators, group);
    }
    List<List<@Nullable Object>> inOrder = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      inOrder.addAll(rows.of(group));
    }
    assertSame(
        aCase.toString(), result(function, accumulators, 0), aCase.reference().apply(inOrder));
  }

  private static void addAsPartials(
      AggregateFunction function, Accumulators batch, Rows rows, int from, int to, Random random) {
    int middle = from + random.nextInt(to - from + 1);
    rows.addTo(batch, from, middle, random);
    Accumulators partial = function.create();
    partial.ensure(GROUPS + 3);
    rows.addTo(partial, middle, to, random);
    for (int group = 0; group < GROUPS; group++) {
      batch.merge(group, partial, group);
    }
  }

  /** Merges what is stored of each group and stores it anew; checks that the fields can be read. */
  private static void exchange(AggregateFunction function, Accumulators batch, byte[][] stored) {
    StateWriter writer = new StateWriter();
    for (int group = 0; group < GROUPS; group++) {
      if (stored[group] != null) {
        StateReader reader = new StateReader();
        byte[] padded = new byte[stored[group].length + 5];
        System.arraycopy(stored[group], 0, padded, 3, stored[group].length);
        reader.open(padded, 3, stored[group].length);
        batch.mergeEncoded(group, reader);
        assertThat(reader.remaining()).isZero();
      }
      writer.reset();
      batch.encode(group, writer);
      stored[group] = writer.toBytes();
      assertReadable(function.state(), stored[group]);
    }
    assertThat(batch.memory()).isPositive();
  }

  /** Whoever knows the declared fields only can read and step over a stored state. */
  static void assertReadable(List<Field> state, byte[] bytes) {
    StateReader reading = new StateReader(bytes);
    StateReader skipping = new StateReader(bytes);
    StateWriter again = new StateWriter();
    for (Field field : state) {
      ColumnBuilder builder = ColumnBuilder.of(field.type());
      reading.readField(field, builder);
      skipping.skipField(field);
      assertThat(skipping.position()).isEqualTo(reading.position());
      again.writeField(field, builder.build(), 0);
    }
    assertThat(reading.remaining()).isZero();
    assertThat(again.toBytes()).isEqualTo(bytes);
  }

  static @Nullable Object result(AggregateFunction function, Accumulators accumulators, int group) {
    ColumnBuilder builder = ColumnBuilder.of(function.type());
    accumulators.appendResult(group, builder);
    return Values.value(function.type(), builder.build(), 0);
  }

  private static void assertSame(String what, @Nullable Object actual, @Nullable Object expected) {
    if (actual instanceof Double a && expected instanceof Double e) {
      assertThat(a).as(what).isCloseTo(e, within(1e-9 * Math.max(1, Math.abs(e))));
    } else if (actual instanceof List<?> a
        && expected instanceof List<?> e
        && !e.isEmpty()
        && e.get(0) instanceof Double) {
      assertThat(a).as(what).hasSameSizeAs(e);
      for (int i = 0; i < a.size(); i++) {
        assertSame(what, a.get(i), e.get(i));
      }
    } else {
      assertThat(actual).as(what).isEqualTo(expected);
    }
  }

  /** Random rows with their groups. */
  private record Rows(
      List<DataType> types, List<Integer> groups, List<List<@Nullable Object>> rows) {
    static Rows random(AggregateCases.Case aCase, Random random) {
      double nulls = random.nextInt(3) * 0.3;
      int size = 1 + random.nextInt(200);
      List<Integer> groups = new ArrayList<>();
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        groups.add(random.nextInt(GROUPS));
        List<@Nullable Object> row = new ArrayList<>();
        aCase.types().forEach(type -> row.add(AggregateCases.random(type, random, nulls)));
        rows.add(row);
      }
      return new Rows(aCase.types(), groups, rows);
    }

    int size() {
      return rows.size();
    }

    List<List<@Nullable Object>> of(int group) {
      List<List<@Nullable Object>> own = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (groups.get(i) == group) {
          own.add(rows.get(i));
        }
      }
      return own;
    }

    /** Adds a stretch of rows, densely or by a selection among rows that do not count. */
    void addTo(Accumulators accumulators, int from, int to, Random random) {
      boolean dense = random.nextBoolean();
      List<List<@Nullable Object>> shown = new ArrayList<>();
      int[] selected = new int[to - from];
      int[] groupOf = new int[to - from];
      for (int i = from; i < to; i++) {
        while (!dense && random.nextInt(3) == 0) {
          shown.add(rows.get(random.nextInt(rows.size())));
        }
        selected[i - from] = shown.size();
        groupOf[i - from] = groups.get(i);
        shown.add(rows.get(i));
      }
      Column[] columns = new Column[types.size()];
      for (int c = 0; c < columns.length; c++) {
        int column = c;
        columns[c] = Values.column(types.get(c), values(shown, column));
      }
      Selection selection =
          dense ? Selection.all(to - from) : Selection.of(selected, selected.length);
      accumulators.add(Arrays.copyOf(groupOf, groupOf.length + 2), columns, selection);
    }

    private static List<@Nullable Object> values(List<List<@Nullable Object>> rows, int column) {
      List<@Nullable Object> values = new ArrayList<>();
      rows.forEach(row -> values.add(row.get(column)));
      return values;
    }
  }
}
