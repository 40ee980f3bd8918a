package tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** Corners of single functions; the results are those of Spark 4.2.0 in ANSI mode. */
class AggregateRulesTest {
  private static final DecimalType WIDEST = new DecimalType(38, 0);
  private static final BigDecimal NINES = BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE);

  @Test
  void aBigintSumThatLeavesItsTypeFailsInTheBatchThatLeavesIt() {
    Replay sum = Replay.of("sum", SimpleType.BIGINT);
    assertThat(sum.batch(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> sum.batch(1L))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM610))
        .hasMessage("`sum` exceeds the range of bigint");
  }

  @Test
  void aBigintSumMayLeaveItsTypeWithinABatch() {
    Replay sum = Replay.of("sum", SimpleType.BIGINT);
    assertThat(sum.batch(Long.MAX_VALUE, 5L, Long.MAX_VALUE, -6L, Long.MIN_VALUE, Long.MIN_VALUE))
        .isEqualTo(-3L);
    assertThat(sum.batch(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(-4L);
    assertThatThrownBy(() -> sum.batch(Long.MIN_VALUE)).isInstanceOf(Failure.class);
  }

  @Test
  void aTriedSumStaysNullOnceItHasOverflowed() {
    Replay sum = Replay.of("try_sum", SimpleType.BIGINT);
    assertThat(sum.batch(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(sum.batch(1L)).isNull();
    assertThat(sum.batch(-10L)).isNull();
    Replay wide = Replay.of("try_sum", WIDEST);
    assertThat(wide.batch(NINES, NINES)).isNull();
    assertThat(wide.batch(NINES.negate())).isNull();
  }

  @Test
  void aDecimalSumFailsBeyondItsDigits() {
    Replay sum = Replay.of("sum", WIDEST);
    assertThat(sum.batch(NINES)).isEqualTo(NINES);
    assertThatThrownBy(() -> sum.batch(BigDecimal.ONE))
        .hasMessage("`sum` exceeds the range of decimal(38,0)");
    assertThatThrownBy(() -> Replay.of("avg", WIDEST).batch(NINES, NINES))
        .isInstanceOf(Failure.class);
    assertThat(Replay.of("try_avg", WIDEST).batch(NINES, NINES)).isNull();
  }

  @Test
  void resultTypesAreSparks() {
    assertThat(type("sum", SimpleType.SMALLINT)).isEqualTo(SimpleType.BIGINT);
    assertThat(type("sum", SimpleType.FLOAT)).isEqualTo(SimpleType.DOUBLE);
    assertThat(type("sum", SimpleType.STRING)).isEqualTo(SimpleType.DOUBLE);
    assertThat(type("sum", new DecimalType(2, 1))).isEqualTo(new DecimalType(12, 1));
    assertThat(type("sum", new DecimalType(38, 10))).isEqualTo(new DecimalType(38, 10));
    assertThat(type("avg", new DecimalType(2, 1))).isEqualTo(new DecimalType(6, 5));
    assertThat(type("avg", new DecimalType(38, 10))).isEqualTo(new DecimalType(38, 14));
    assertThat(type("avg", SimpleType.INT)).isEqualTo(SimpleType.DOUBLE);
    assertThat(type("avg", SimpleType.YEAR_MONTH_INTERVAL))
        .isEqualTo(SimpleType.YEAR_MONTH_INTERVAL);
    assertThat(type("median", new DecimalType(2, 1))).isEqualTo(SimpleType.DOUBLE);
    assertThat(type("bit_and", SimpleType.SMALLINT)).isEqualTo(SimpleType.SMALLINT);
    assertThat(type("collect_set", SimpleType.DATE)).isEqualTo(new ArrayType(SimpleType.DATE));
  }

  @Test
  void averagesOfDecimalsAndIntervalsRoundHalfUp() {
    Replay avg = Replay.of("avg", new DecimalType(10, 2));
    assertThat(avg.batch(new BigDecimal("1.10"), new BigDecimal("2.25")))
        .isEqualTo(new BigDecimal("1.675000"));
    assertThat(avg.batch(new BigDecimal("0.01"))).isEqualTo(new BigDecimal("1.120000"));
    assertThat(Replay.of("avg", SimpleType.YEAR_MONTH_INTERVAL).batch(1L, 2L)).isEqualTo(2L);
    assertThat(
            Replay.of("avg", WIDEST)
                .batch(BigDecimal.ONE, BigDecimal.valueOf(2), BigDecimal.valueOf(2)))
        .isEqualTo(new BigDecimal("1.6667"));
  }

  @Test
  void theFirstZeroStaysInMinAndMaxAndASumOfNegativeZerosIsZero() {
    for (String name : List.of("min", "max")) {
      assertThat(Replay.of(name, SimpleType.DOUBLE).batch(0.0, -0.0)).isEqualTo(0.0);
      assertThat(Replay.of(name, SimpleType.DOUBLE).batch(-0.0, 0.0)).isEqualTo(-0.0);
      Replay stored = Replay.of(name, SimpleType.DOUBLE);
      assertThat(stored.batch(-0.0)).isEqualTo(-0.0);
      assertThat(stored.batch(0.0)).isEqualTo(-0.0);
    }
    Replay sum = Replay.of("sum", SimpleType.DOUBLE);
    assertThat(sum.batch(-0.0)).isEqualTo(0.0);
    assertThat(sum.batch(-0.0)).isEqualTo(0.0);
  }

  @Test
  void notANumberIsTheGreatestDouble() {
    double inf = Double.POSITIVE_INFINITY;
    assertThat(Replay.of("max", SimpleType.DOUBLE).batch(inf, Double.NaN, 1.0))
        .isEqualTo(Double.NaN);
    assertThat(Replay.of("min", SimpleType.DOUBLE).batch(Double.NaN, inf)).isEqualTo(inf);
    assertThat(Replay.of("min", SimpleType.DOUBLE).batch(Double.NaN)).isEqualTo(Double.NaN);
    assertThat(Replay.of("max", SimpleType.DOUBLE).batch(-inf)).isEqualTo(-inf);
    assertThat(Replay.of("min", SimpleType.BIGINT).batch(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Replay.of("max", SimpleType.FLOAT).batch(null, (double) 0.2f))
        .isEqualTo((double) 0.2f);
  }

  @Test
  void onlyNullsGiveNullZeroOrAnEmptyList() {
    for (String name : List.of("sum", "avg", "min", "max", "first", "stddev", "median", "mode")) {
      assertThat(Replay.of(name, SimpleType.DOUBLE).batch(null, null)).as(name).isNull();
    }
    assertThat(Replay.of("count", SimpleType.DOUBLE).batch(null, null)).isEqualTo(0L);
    assertThat(Replay.of("collect_list", SimpleType.DOUBLE).batch(null, null)).isEqualTo(List.of());
  }

  @Test
  void aSampleOfOneHasNoVarianceAndAConstantNoShapeOrCorrelation() {
    assertThat(Replay.of("variance", SimpleType.DOUBLE).batch(5.0)).isNull();
    assertThat(Replay.of("var_pop", SimpleType.DOUBLE).batch(5.0)).isEqualTo(0.0);
    assertThat(Replay.of("skewness", SimpleType.DOUBLE).batch(1.0, 1.0)).isNull();
    assertThat(Replay.of("kurtosis", SimpleType.DOUBLE).batch(1.0, 1.0)).isNull();
    assertThat(
            Replay.of("corr", SimpleType.DOUBLE, SimpleType.DOUBLE)
                .batch(List.of(List.of(1.0, 1.0), List.of(2.0, 3.0))))
        .isNull();
  }

  @Test
  void firstAndLastTakeNullsUnlessToldToIgnoreThem() {
    AggregateArgument value = AggregateArgument.of(SimpleType.INT);
    AggregateArgument ignore = AggregateArgument.constant(SimpleType.BOOLEAN, true);
    Replay first = new Replay("first", value);
    Replay last = new Replay("last", value);
    Replay firstValue = new Replay("first", value, ignore);
    Replay lastValue = new Replay("last", value, ignore);
    assertThat(first.batch(null, 2L, 3L)).isNull();
    assertThat(last.batch(null, 2L, 3L)).isEqualTo(3L);
    assertThat(firstValue.batch(null, 2L, 3L)).isEqualTo(2L);
    assertThat(lastValue.batch(null, 2L, 3L)).isEqualTo(3L);
    assertThat(first.batch(4L, null)).isNull();
    assertThat(last.batch(4L, null)).isNull();
    assertThat(firstValue.batch(4L, null)).isEqualTo(2L);
    assertThat(lastValue.batch(4L, null)).isEqualTo(4L);
  }

  @Test
  void ofEqualKeysTheLastRowCounts() {
    List<List<Object>> columns = List.of(Arrays.asList("x", "y", null), Arrays.asList(1L, 1L, 1L));
    assertThat(Replay.of("max_by", SimpleType.STRING, SimpleType.INT).batch(columns)).isNull();
    Replay min = Replay.of("min_by", SimpleType.STRING, SimpleType.INT);
    assertThat(min.batch(List.of(List.of("one", "five"), List.of(1L, 5L)))).isEqualTo("one");
    assertThat(min.batch(List.of(List.of("zero"), List.of(0L)))).isEqualTo("zero");
  }

  @Test
  void distinctTakesZerosAsOneAndNotANumberAsOne() {
    Answer distinct =
        new AggregateCatalogue()
            .resolve("collect_set", List.of(AggregateArgument.of(SimpleType.DOUBLE)));
    assertThat(distinct).isInstanceOf(Answer.Resolved.class);
    assertThat(Replay.of("collect_set", SimpleType.DOUBLE).batch(-0.0, 0.0, Double.NaN, 0.0 / 0.0))
        .isEqualTo(List.of(0.0, Double.NaN));
  }

  @Test
  void badCallsAreRefusedWithAReason() {
    assertThat(refusal("sum", SimpleType.BOOLEAN))
        .isEqualTo("it takes a number or an interval, not boolean");
    assertThat(refusal("max", new MapType(SimpleType.INT, SimpleType.INT)))
        .isEqualTo("it takes values that have an order, not map<int,int>");
    assertThat(refusal("collect_set", new MapType(SimpleType.INT, SimpleType.INT)))
        .isEqualTo("values of map<int,int> cannot be compared");
    assertThat(refusal("avg")).isEqualTo("it takes 1 argument, not 0");
    assertThat(refusal("percentile", SimpleType.INT, SimpleType.DOUBLE))
        .isEqualTo("its fraction must be a constant from 0 to 1, or an array of these");
    assertThat(refusal("summ", SimpleType.INT)).isEqualTo("there is no such aggregate");
  }

  private static DataType type(String name, DataType argument) {
    return Replay.of(name, argument).function().type();
  }

  private static String refusal(String name, DataType... types) {
    Answer resolution =
        new AggregateCatalogue()
            .resolve(name, Arrays.stream(types).map(AggregateArgument::of).toList());
    return ((Answer.Refused) resolution).message();
  }
}
