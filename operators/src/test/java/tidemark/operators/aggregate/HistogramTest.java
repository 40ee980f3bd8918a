package tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Histograms as Spark 4.2 gives them for the same rows in one partition. */
class HistogramTest {
  private static Replay of(DataType type, long bins) {
    return new Replay(
        "histogram_numeric",
        AggregateArgument.of(type),
        AggregateArgument.constant(SimpleType.INT, bins));
  }

  private static String shown(DataType type, long bins, Object... values) {
    return String.valueOf(of(type, bins).batch(values));
  }

  @Test
  void valuesAreBinsUntilThereAreTooMany() {
    assertThat(shown(SimpleType.INT, 5, 0L, 1L, 2L, 10L))
        .isEqualTo("[[0, 1.0], [1, 1.0], [2, 1.0], [10, 1.0]]");
    assertThat(shown(SimpleType.INT, 2, 0L, 1L, 2L, 10L)).isEqualTo("[[1, 3.0], [10, 1.0]]");
    assertThat(shown(SimpleType.INT, 3, 5L, 1L, 9L, 3L, 7L, 1L, 2L, 8L, 4L, 6L))
        .isEqualTo("[[1, 3.0], [4, 3.0], [7, 4.0]]");
  }

  @Test
  void tiesAreBrokenAsInSpark() {
    Object[] values = LongStream.range(0, 200).mapToObj(i -> i * 7919 % 1000).toArray();
    assertThat(shown(SimpleType.BIGINT, 4, values))
        .isEqualTo("[[124, 53.0], [384, 50.0], [630, 47.0], [872, 50.0]]");
  }

  @Test
  void placesHaveTheTypeOfTheValues() {
    Object[] doubles = {5.0, 1.5, 9.25, 3.0, 7.0, 1.5, 2.0, 8.0, 4.0, 6.0, Double.NaN, -0.0, 0.0};
    assertThat(shown(SimpleType.DOUBLE, 3, doubles))
        .isEqualTo("[[NaN, 7.0], [5.5, 4.0], [8.625, 2.0]]");
    Object[] decimals = {decimal("1.25"), decimal("2.50"), decimal("4.75"), decimal("8.00")};
    assertThat(shown(new DecimalType(3, 2), 3, decimals))
        .isEqualTo("[[1.88, 2.0], [4.75, 1.0], [8.00, 1.0]]");
    assertThat(shown(SimpleType.TIMESTAMP, 2, 0L, 1_000_000L, 86_400_000_000L))
        .isEqualTo("[[500000, 2.0], [86400000000, 1.0]]");
    assertThat(shown(SimpleType.YEAR_MONTH_INTERVAL, 2, 1L, 2L, 9L))
        .isEqualTo("[[1, 2.0], [9, 1.0]]");
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  @Test
  void nullsAreLeftOutAndNothingIsNull() {
    Replay replay = of(SimpleType.INT, 3);
    assertThat(replay.batch((Object) null)).isNull();
    assertThat(String.valueOf(replay.batch(null, 1L))).isEqualTo("[[1, 1.0]]");
  }

  @Test
  void batchesAreMergedByTheSameRule() {
    Replay replay = of(SimpleType.DOUBLE, 2);
    assertThat(String.valueOf(replay.batch(0.0, 10.0))).isEqualTo("[[0.0, 1.0], [10.0, 1.0]]");
    // 0 and three times 2 have their middle at 1.5, 10 and 12 theirs at 11
    assertThat(String.valueOf(replay.batch(12.0, 2.0, 2.0, 2.0)))
        .isEqualTo("[[1.5, 4.0], [11.0, 2.0]]");
    assertThat(replay.function().type().ddl()).isEqualTo("array<struct<x: double, y: double>>");
  }

  @Test
  void fewerThanTwoBinsOrAnotherTypeAreRefused() {
    AggregateCatalogue catalogue = new AggregateCatalogue();
    AggregateArgument one = AggregateArgument.constant(SimpleType.INT, 1L);
    AggregateArgument two = AggregateArgument.constant(SimpleType.INT, 2L);
    AggregateArgument number = AggregateArgument.of(SimpleType.INT);
    AggregateArgument truth = AggregateArgument.of(SimpleType.BOOLEAN);
    for (List<AggregateArgument> wrong : List.of(List.of(number, one), List.of(truth, two))) {
      assertThat(catalogue.resolve("histogram_numeric", wrong)).isInstanceOf(Answer.Refused.class);
    }
  }
}
