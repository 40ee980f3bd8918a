package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.types.Schema;

/** Kernels against a row-by-row reference, over random values, nulls and selections. */
class KernelPropertyTest {
  private static final long SEED = Long.getLong("tidemark.seed", 20260101L);

  @Test
  void integerArithmeticIsExactOrFails() {
    Random random = seeded();
    for (int round = 0; round < 60; round++) {
      String type = List.of("tinyint", "smallint", "int", "bigint").get(random.nextInt(4));
      Schema schema = Expr.schema("a " + type, "b " + type);
      List<List<Object>> rows = rows(random, 64, () -> whole(random, type));
      compare(random, schema, rows, "a + b", BigInteger::add, type);
      compare(random, schema, rows, "a - b", BigInteger::subtract, type);
      compare(random, schema, rows, "a * b", BigInteger::multiply, type);
    }
  }

  private static Random seeded() {
    System.out.println("seed " + SEED + " (set with -Dtidemark.seed=…)");
    return new Random(SEED);
  }

  private static long whole(Random random, String type) {
    int bits =
        switch (type) {
          case "tinyint" -> 8;
          case "smallint" -> 16;
          case "int" -> 32;
          default -> 64;
        };
    long value = random.nextLong() >> (64 - bits);
    int kind = random.nextInt(10);
    if (kind == 0) {
      return Long.MIN_VALUE >> (64 - bits);
    }
    if (kind == 1) {
      return Long.MAX_VALUE >> (64 - bits);
    }
    return kind < 8 ? value >> random.nextInt(bits) : value;
  }

  private static List<List<Object>> rows(
      Random random, int count, java.util.function.Supplier<Object> value) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          Expr.row(
              random.nextInt(8) == 0 ? null : value.get(),
              random.nextInt(8) == 0 ? null : value.get()));
    }
    return rows;
  }

  private static void compare(
      Random random,
      Schema schema,
      List<List<Object>> rows,
      String text,
      BinaryOperator<BigInteger> exact,
      String type) {
    Batch batch = Expr.batch(schema, rows);
    BigInteger limit =
        BigInteger.ONE.shiftLeft(
            switch (type) {
              case "tinyint" -> 7;
              case "smallint" -> 15;
              case "int" -> 31;
              default -> 63;
            });
    List<Integer> fitting = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    int failing = -1;
    for (int i = 0; i < rows.size(); i++) {
      Object a = rows.get(i).get(0);
      Object b = rows.get(i).get(1);
      BigInteger result =
          a == null || b == null
              ? null
              : exact.apply(BigInteger.valueOf((Long) a), BigInteger.valueOf((Long) b));
      boolean fits =
          result == null || (result.compareTo(limit) < 0 && result.compareTo(limit.negate()) >= 0);
      if (!fits) {
        failing = i;
      } else if (random.nextInt(4) > 0) {
        fitting.add(i);
        expected.add(result == null ? null : result.longValueExact());
      }
    }
    assertThat(Expr.values(text, batch, selection(fitting)))
        .as(text + " " + type)
        .isEqualTo(expected);
    if (failing >= 0) {
      Selection bad = Selection.of(new int[] {failing}, 1);
      assertThat(failure(text, batch, bad)).contains("overflows the type " + type);
    }
  }

  private static String failure(String text, Batch batch, Selection rows) {
    try {
      return "gave " + Expr.values(text, batch, rows);
    } catch (Failure e) {
      return e.getMessage();
    }
  }

  private static Selection selection(List<Integer> rows) {
    return Selection.of(rows.stream().mapToInt(Integer::intValue).toArray(), rows.size());
  }

  @Test
  void scalarKernelsAgreeWithColumnKernels() {
    Random random = seeded();
    Schema schema = Expr.schema("a bigint", "b bigint");
    for (int round = 0; round < 40; round++) {
      long scalar = whole(random, "int");
      List<List<Object>> rows = rows(random, 100, () -> whole(random, "int"));
      rows.forEach(r -> r.set(1, scalar));
      Batch batch = Expr.batch(schema, rows);
      Selection all = Selection.all(100);
      Selection some = selection(List.of(1, 5, 6, 50, 99));
      for (String sign : List.of("+", "-", "*", "<", "<=", "=", "<>", ">", ">=")) {
        for (Selection rows2 : List.of(all, some)) {
          assertThat(Expr.values("a " + sign + " " + scalar + "L", batch, rows2))
              .isEqualTo(Expr.values("a " + sign + " b", batch, rows2));
          assertThat(Expr.values(scalar + "L " + sign + " a", batch, rows2))
              .isEqualTo(Expr.values("b " + sign + " a", batch, rows2));
        }
      }
    }
  }

  @Test
  void decimalArithmeticIsExactThenRoundedHalfUp() {
    Random random = seeded();
    for (int round = 0; round < 40; round++) {
      int p = 1 + random.nextInt(25);
      int s = random.nextInt(p + 1);
      int q = 1 + random.nextInt(25);
      int t = random.nextInt(q + 1);
      Schema schema =
          Expr.schema("a decimal(%d,%d)".formatted(p, s), "b decimal(%d,%d)".formatted(q, t));
      List<List<Object>> rows = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        rows.add(Expr.row(decimal(random, p, s), decimal(random, q, t)));
      }
      checkDecimals(schema, rows);
    }
  }

  private static BigDecimal decimal(Random random, int precision, int scale) {
    BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(precision));
    BigInteger value = new BigInteger(bound.bitLength() + 8, random).mod(bound);
    return new BigDecimal(random.nextBoolean() ? value : value.negate(), scale);
  }

  private static void checkDecimals(Schema schema, List<List<Object>> rows) {
    for (String sign : List.of("+", "-", "*", "/", "%")) {
      String text = "a " + sign + " b";
      var type = (tidemark.operators.types.DecimalType) Expr.compile(text, schema).type();
      for (List<Object> row : rows) {
        BigDecimal a = (BigDecimal) row.get(0);
        BigDecimal b = (BigDecimal) row.get(1);
        if (b.signum() == 0 && (sign.equals("/") || sign.equals("%"))) {
          continue;
        }
        BigDecimal exact =
            switch (sign) {
              case "+" -> a.add(b);
              case "-" -> a.subtract(b);
              case "*" -> a.multiply(b);
              case "/" -> a.divide(b, type.scale(), RoundingMode.HALF_UP);
              default -> a.remainder(b);
            };
        BigDecimal wanted = exact.setScale(type.scale(), RoundingMode.HALF_UP);
        if (wanted.precision() <= type.precision()) {
          assertThat(Expr.values(text, schema, List.of(row)).get(0))
              .as(a + sign + b)
              .isEqualTo(wanted);
        }
      }
    }
  }

  @Test
  void doublesAreOrderedWithNanOnTopAndOneZero() {
    List<Double> values =
        List.of(
            Double.NEGATIVE_INFINITY,
            -1.5,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            1.5,
            Double.POSITIVE_INFINITY,
            Double.NaN);
    Schema schema = Expr.schema("a double", "b double");
    for (double a : values) {
      for (double b : values) {
        int order = a == b ? 0 : Double.compare(a, b);
        List<List<Object>> row = List.of(Expr.row(a, b));
        assertThat(Expr.values("a < b", schema, row)).containsExactly(order < 0);
        assertThat(Expr.values("a <= b", schema, row)).containsExactly(order <= 0);
        assertThat(Expr.values("a = b", schema, row)).containsExactly(order == 0);
        assertThat(Expr.values("a <> b", schema, row)).containsExactly(order != 0);
        assertThat(Expr.values("a >= b", schema, row)).containsExactly(order >= 0);
        assertThat(Expr.values("a > b", schema, row)).containsExactly(order > 0);
        String literal = "CAST('" + b + "' AS DOUBLE)";
        assertThat(Expr.values("a > " + literal, schema, row)).containsExactly(order > 0);
        assertThat(Expr.values("a <= " + literal, schema, row)).containsExactly(order <= 0);
        assertThat(Expr.values("a = " + literal, schema, row)).containsExactly(order == 0);
      }
    }
  }

  @Test
  void integersComparedWithDecimalLiteralsAreComparedAsDecimals() {
    Random random = seeded();
    Schema schema = Expr.schema("a bigint", "b bigint");
    for (int round = 0; round < 300; round++) {
      long a = random.nextInt(20) - 10L;
      BigDecimal bound = BigDecimal.valueOf(random.nextInt(200) - 100, 1);
      int order = BigDecimal.valueOf(a).compareTo(bound);
      List<List<Object>> row = List.of(Expr.row(a, 0));
      assertThat(Expr.values("a < " + bound, schema, row)).containsExactly(order < 0);
      assertThat(Expr.values("a <= " + bound, schema, row)).containsExactly(order <= 0);
      assertThat(Expr.values("a > " + bound, schema, row)).containsExactly(order > 0);
      assertThat(Expr.values(bound + " >= a", schema, row)).containsExactly(order <= 0);
      assertThat(Expr.values("a = " + bound, schema, row)).containsExactly(order == 0);
    }
  }

  @Test
  void doublesAreRoundedByTheirDigits() {
    Random random = seeded();
    Schema schema = Expr.schema("a double");
    for (int round = 0; round < 20_000; round++) {
      int digits = random.nextInt(5);
      double value =
          random.nextInt(3) == 0
              ? (random.nextInt(200_001) - 100_000) / Math.pow(10, digits + 1)
              : (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(14));
      double up =
          new BigDecimal(Double.toString(value))
              .setScale(digits, RoundingMode.HALF_UP)
              .doubleValue();
      double even =
          new BigDecimal(Double.toString(value))
              .setScale(digits, RoundingMode.HALF_EVEN)
              .doubleValue();
      List<List<Object>> row = List.of(Expr.row(value));
      if (round % 20 == 0) {
        assertThat(Expr.values("round(a, " + digits + ")", schema, row))
            .as(value + "")
            .containsExactly(up);
        assertThat(Expr.values("bround(a, " + digits + ")", schema, row))
            .as(value + "")
            .containsExactly(even);
      }
    }
  }

  @Test
  void plainDatePatternsAreWrittenAsTheFormatterWritesThem() {
    Random random = seeded();
    Schema schema = Expr.schema("a timestamp");
    for (int round = 0; round < 300; round++) {
      long micros = random.nextLong() % 100_000_000_000_000_000L;
      List<List<Object>> row = List.of(Expr.row(micros));
      String instant =
          tidemark.operators.expr.value.TimeText.instant(micros)
              .atOffset(java.time.ZoneOffset.UTC)
              .format(java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS"));
      assertThat(Expr.values("date_format(a, 'yyyy-MM-dd HH:mm:ss.SSSSSS')", schema, row))
          .containsExactly(instant);
    }
  }

  @Test
  void likeAgreesWithItsDefinition() {
    Random random = seeded();
    Schema schema = Expr.schema("a string", "b string");
    for (int round = 0; round < 2000; round++) {
      String text = word(random, "abé", 6);
      String pattern = word(random, "abé%%_", 6);
      boolean expected = like(text, 0, pattern, 0);
      List<List<Object>> row = List.of(Expr.row(text, pattern));
      assertThat(Expr.values("a LIKE '" + pattern + "'", schema, row))
          .as(text + " " + pattern)
          .containsExactly(expected);
      assertThat(Expr.values("a LIKE b", schema, row))
          .as(text + " " + pattern)
          .containsExactly(expected);
    }
  }

  private static String word(Random random, String letters, int longest) {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(longest + 1); i > 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  private static boolean like(String text, int i, String pattern, int j) {
    if (j == pattern.length()) {
      return i == text.length();
    }
    if (pattern.charAt(j) == '%') {
      return like(text, i, pattern, j + 1) || (i < text.length() && like(text, i + 1, pattern, j));
    }
    return i < text.length()
        && (pattern.charAt(j) == '_' || pattern.charAt(j) == text.charAt(i))
        && like(text, i + 1, pattern, j + 1);
  }
}
