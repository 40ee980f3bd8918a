package tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Approximate functions against results of Spark 4.2.0's own sketches on the same values. */
class SketchesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      textBlock =
          """
          0.05 0 0 0 0 0
          0.05 1 1 1 1 1
          0.05 10 10 10 10 10
          0.05 100 100 104 99 103
          0.05 220 214 231 222 219
          0.05 400 405 430 399 388
          0.05 512 510 538 505 494
          0.05 1000 997 1004 1026 977
          0.05 1500 1516 1405 1525 1496
          0.05 2500 2464 2440 2518 2376
          0.05 3000 2889 3041 2963 2981
          0.05 10000 9831 9656 9823 9224
          0.05 200000 212087 203079 205385 195936
          0.01 220 219 219 217 220
          0.01 1000 998 1004 1002 998
          0.01 10000 10013 9960 10050 9993
          0.01 200000 198616 197430 200074 200122
          0.2 220 318 240 225 213
          0.2 1000 838 1080 910 1051
          0.2 10000 11051 9745 8766 9415
          0.2 200000 296513 195711 182982 174696
          0.39 0 0 0 0 0
          0.39 1 1 1 1 1
          0.39 10 9 8 13 8
          0.39 100 95 83 67 117
          0.39 220 237 203 202 292
          0.39 400 339 324 474 598
          0.39 512 361 374 584 691
          0.39 1000 554 1256 1044 981
          0.39 1500 1314 1417 1546 1823
          0.39 2500 2585 1589 2446 3109
          0.39 3000 3377 3393 2668 3619
          0.39 10000 11857 8158 7629 13068
          0.39 200000 430136 198089 139504 186244
          """)
  void distinctCountsEqualSparks(
      double deviation, int n, long ofLongs, long ofStrings, long ofInts, long ofDoubles) {
    String[] pads = new String[9];
    for (int i = 0; i < pads.length; i++) {
      pads[i] = "abcdefgh".repeat(i);
    }
    assertThat(distinct(SimpleType.BIGINT, n, deviation, i -> (long) i * i + 7)).isEqualTo(ofLongs);
    assertThat(
            distinct(
                SimpleType.STRING, n, deviation, i -> "user-" + i + "-" + pads[i % pads.length]))
        .isEqualTo(ofStrings);
    assertThat(distinct(SimpleType.INT, n, deviation, i -> (long) i)).isEqualTo(ofInts);
    assertThat(distinct(SimpleType.DOUBLE, n, deviation, i -> i / 8.0 - 3)).isEqualTo(ofDoubles);
  }

  private static Object distinct(
      DataType type, int n, double deviation, IntFunction<Object> values) {
    AggregateFunction function =
        resolve(
            "approx_count_distinct",
            AggregateArgument.of(type),
            AggregateArgument.constant(SimpleType.DOUBLE, deviation));
    Accumulators left = function.create();
    Accumulators right = function.create();
    left.ensure(1);
    right.ensure(1);
    add(left, type, 0, n / 3, values);
    add(right, type, n / 4, n, values);
    left.merge(0, right, 0);
    StateWriter stored = new StateWriter();
    left.encode(0, stored);
    right.reset();
    right.mergeEncoded(0, new StateReader(stored.toBytes()));
    Object result = AccumulatorsTest.result(function, right, 0);
    assertThat(AccumulatorsTest.result(function, left, 0)).isEqualTo(result);
    return Objects.requireNonNull(result);
  }

  private static void add(
      Accumulators into, DataType type, int from, int to, IntFunction<Object> values) {
    List<Object> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(values.apply(i));
    }
    into.add(
        new int[all.size()], new Column[] {Values.column(type, all)}, Selection.all(all.size()));
  }

  private static AggregateFunction resolve(String name, AggregateArgument... arguments) {
    return ((Answer.Resolved) new AggregateCatalogue().resolve(name, List.of(arguments)))
        .function();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      textBlock =
          """
          10000 1 -1091.2278829447089 -1091.2278829447089 -1091.2278829447089 -608.1826070068602 1561.5810401889548 1561.5810401889548 1561.5810401889548
          10000 5 -3056.018850103262 -3056.018850103262 -800.893742591696 -260.6803148528631 991.7383547909761 1831.309175552887 1831.309175552887
          10000 1000 -3604.3385193448366 -2277.3825123927827 -658.1658673222377 21.219991600698982 1321.0954281143272 2915.252720515955 3264.409107744139
          10000 60000 -4244.291034987465 -2331.615019398255 -673.9131161540794 1.0202894393681583 1280.5603470844471 3043.761760959472 4816.323176373193
          10000 250000 -4669.146500192881 -2315.8430327350734 -674.9612594795389 -0.4970734360187077 1281.9960797955573 3068.3051218523747 5063.056374674128
          100 1 -1091.2278829447089 -1091.2278829447089 -1091.2278829447089 -608.1826070068602 1561.5810401889548 1561.5810401889548 1561.5810401889548
          100 5 -3056.018850103262 -3056.018850103262 -800.893742591696 -260.6803148528631 991.7383547909761 1831.309175552887 1831.309175552887
          100 1000 -3604.3385193448366 -3604.3385193448366 -689.7757656827876 6.707461201051558 1269.3123529702057 3264.409107744139 3264.409107744139
          100 60000 -4244.291034987465 -4244.291034987465 -697.573929185491 -2.1440569582352835 1233.4146769840636 4816.323176373193 4816.323176373193
          100 250000 -4669.146500192881 -4669.146500192881 -700.3390662332096 -5.908204252796713 1259.3768169577982 5063.056374674128 5063.056374674128
          7 1 -1091.2278829447089 -1091.2278829447089 -1091.2278829447089 -608.1826070068602 1561.5810401889548 1561.5810401889548 1561.5810401889548
          7 5 -3056.018850103262 -3056.018850103262 -888.5070748712926 -419.8574811864274 1831.309175552887 1831.309175552887 1831.309175552887
          7 1000 -3604.3385193448366 -3604.3385193448366 -727.977958826703 -213.179365844767 3264.409107744139 3264.409107744139 3264.409107744139
          7 60000 -4244.291034987465 -4244.291034987465 -771.0151172466127 -264.7324272507469 4816.323176373193 4816.323176373193 4816.323176373193
          7 250000 -4669.146500192881 -4669.146500192881 -772.7961972790097 -268.0323645790624 5063.056374674128 5063.056374674128 5063.056374674128
          """)
  void quantilesEqualSparks(
      int accuracy,
      int n,
      double p0,
      double p1,
      double p25,
      double p50,
      double p90,
      double p999,
      double p100) {
    AggregateFunction function =
        resolve(
            "percentile_approx",
            AggregateArgument.of(SimpleType.DOUBLE),
            AggregateArgument.constant(
                SimpleType.DOUBLE, List.of(0L, 0.01, 0.25, new BigDecimal("0.5"), 0.9, 0.999, 1L)),
            AggregateArgument.constant(SimpleType.INT, (long) accuracy));
    Random random = new Random(n);
    Accumulators total = function.create();
    total.ensure(1);
    for (int part = 0; part < 3; part++) {
      Accumulators own = function.create();
      own.ensure(1);
      add(own, SimpleType.DOUBLE, 0, n, i -> random.nextGaussian() * 1000);
      total.merge(0, own, 0);
    }
    assertThat(AccumulatorsTest.result(function, total, 0))
        .isEqualTo(List.of(p0, p1, p25, p50, p90, p999, p100));
  }

  /** NaN is the greatest value, however the values come in parts. */
  @ParameterizedTest
  @CsvSource({
    "NaN 1 1e16, 1 1e16 NaN",
    "1 NaN 1e16, 1 1e16 NaN",
    "1 1e16 NaN, 1 1e16 NaN",
    "NaN 1e16 NaN 1, 1 1e16 NaN",
    "1 NaN, NaN NaN NaN",
    "NaN NaN, NaN NaN NaN"
  })
  void quantilesWithNaNAreThoseOfSparkInPartsToo(String values, String expected) {
    AggregateFunction function =
        resolve(
            "percentile_approx",
            AggregateArgument.of(SimpleType.DOUBLE),
            AggregateArgument.constant(SimpleType.DOUBLE, List.of(0L, 0.5, 1L)),
            AggregateArgument.constant(SimpleType.INT, 100L));
    List<Double> all = doubles(values);
    Accumulators whole = function.create();
    whole.ensure(1);
    add(whole, SimpleType.DOUBLE, 0, all.size(), all::get);
    Accumulators merged = function.create();
    merged.ensure(1);
    Accumulators read = function.create();
    read.ensure(1);
    for (int i = 0; i < all.size(); i++) {
      Accumulators own = function.create();
      own.ensure(1);
      add(own, SimpleType.DOUBLE, i, i + 1, all::get);
      merged.merge(0, own, 0);
      StateWriter stored = new StateWriter();
      read.encode(0, stored);
      read = own;
      read.mergeEncoded(0, new StateReader(stored.toBytes()));
    }
    assertThat(AccumulatorsTest.result(function, whole, 0)).isEqualTo(doubles(expected));
    assertThat(AccumulatorsTest.result(function, merged, 0)).isEqualTo(doubles(expected));
    assertThat(AccumulatorsTest.result(function, read, 0)).isEqualTo(doubles(expected));
  }

  private static List<Double> doubles(String words) {
    return Stream.of(words.split(" ")).map(Double::valueOf).toList();
  }

  @Test
  void nothingAddedHasNoQuantileAndNoDistinctValue() {
    AggregateFunction quantile =
        resolve(
            "percentile_approx",
            AggregateArgument.of(SimpleType.INT),
            AggregateArgument.constant(SimpleType.DOUBLE, 0.5));
    Accumulators none = quantile.create();
    none.ensure(1);
    assertThat(AccumulatorsTest.result(quantile, none, 0)).isNull();
    assertThat(distinct(SimpleType.STRING, 0, 0.05, i -> "x")).isEqualTo(0L);
  }
}
