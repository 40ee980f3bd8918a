package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.Schema;

/**
 * Vectors recorded by running Spark 4.2.0 with ANSI mode: text, type and value, {@code REFUSED}
 * where Spark does not compile it, {@code FAILS} where it fails. Both must give an equal value, or
 * no value. Besides the vectors that somebody thought of there are some thousands of generated
 * ones: every function with nulls, extremes, empty and foreign texts. Where they are meant to
 * differ is listed here and, with reasons, in {@code spark-differences.tsv}.
 */
class SparkVectorsTest {
  /** Where Tidemark means to differ, and why. */
  private static final Map<String, String> DIFFERENT =
      Map.ofEntries(
          Map.entry("typeof(interval 1 day)", "intervals do not remember their units"),
          Map.entry("cast(interval 1 day as string)", "intervals do not remember their units"),
          Map.entry(
              "date_part('days', interval 36 hours)", "intervals do not remember their units"),
          Map.entry("date_part('y', interval 30 months)", "intervals do not remember their units"),
          Map.entry("array_append(array(1), 2.5)", "the common type holds both"));

  /** What Spark computes and Tidemark refuses, with the code. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("cast(interval '5' second as int)", "TM305"),
          Map.entry("cast(interval '1-2' year to month as int)", "TM305"),
          Map.entry("cast(interval '1' day as bigint)", "TM305"),
          Map.entry("cast(interval '36' hour as int)", "TM305"),
          Map.entry("cast(interval '1.5' second as decimal(5,2))", "TM305"),
          Map.entry("cast(5 as interval second)", "TM305"),
          Map.entry("cast(1.5 as interval second)", "TM305"),
          Map.entry("cast('1' as interval day)", "TM305"),
          Map.entry("interval 1 day * '2'", "TM305"),
          Map.entry("interval 1 day * null", "TM305"),
          Map.entry("date'2024-01-01' + null", "TM305"),
          Map.entry("'2024-01-01' + interval 1 day", "TM305"),
          Map.entry("1 << '1'", "TM305"),
          Map.entry("array(1,2)[null]", "TM305"),
          Map.entry("ceil(1.5, 1)", "TM306"),
          Map.entry("named_struct('a', 1, 'a', 2)", "TM306"),
          Map.entry("schema_of_csv('1,abc', map('header','true'))", "TM306"),
          Map.entry("schema_of_csv('1,2', map('foo', 'bar'))", "TM306"),
          Map.entry("length(aes_encrypt('Spark', '0000111122223333'))", "TM306"),
          Map.entry("length(aes_encrypt('Spark', '0000111122223333', 'CBC'))", "TM306"),
          Map.entry("struct()", "TM306"),
          Map.entry("element_at(map(1, 'a'), 1L)", "TM306"),
          Map.entry("try_subtract(date'2024-01-01', 1)", "TM306"),
          Map.entry("to_date(1)", "TM306"),
          Map.entry("explode(array(1))", "TM312"),
          Map.entry("row_number() over (order by 1)", "TM312"),
          Map.entry("count(*)", "TM303"),
          Map.entry("sum(1)", "TM303"),
          Map.entry("transform(array(1, 2), 3)", "TM306"),
          Map.entry("1 !> 2", "TM301"));

  private static List<String[]> vectors(String file) throws IOException {
    List<String[]> vectors = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                SparkVectorsTest.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        vectors.add(line.split("\t", 3));
      }
    }
    return vectors;
  }

  private static Optional<String> difference(String[] vector, ZoneId zone) {
    String[] mine = SparkVectors.outcome(vector[0], zone).split("\t", 2);
    String code = REFUSED.get(vector[0]);
    boolean same;
    if (code != null) {
      same = mine[1].startsWith(code) || (code.equals("TM309") && mine[1].startsWith("FAILS"));
    } else if (vector[1].equals("REFUSED")) {
      same = mine[0].equals("REFUSED") || mine[1].startsWith("FAILS");
    } else if (vector[2].startsWith("FAILS")) {
      same = mine[1].startsWith("FAILS") || mine[0].equals("REFUSED");
    } else {
      same = SparkVectors.normal(vector[1]).equals(mine[0]) && vector[2].equals(mine[1]);
    }
    return same
        ? Optional.empty()
        : Optional.of(
            "%s%n  Spark: %s %s%n  here:  %s %s"
                .formatted(vector[0], vector[1], vector[2], mine[0], mine[1]));
  }

  private static List<String> differences(String file, ZoneId zone) throws IOException {
    Set<String> listed =
        vectors("spark-differences.tsv").stream().map(v -> v[0]).collect(Collectors.toSet());
    return vectors(file).stream()
        .filter(v -> !DIFFERENT.containsKey(v[0]) && !listed.contains(v[0]))
        .flatMap(v -> difference(v, zone).stream())
        .toList();
  }

  @Test
  void everyVectorGivesWhatSparkGives() throws IOException {
    assertThat(differences("spark-utc.tsv", Expr.UTC)).isEmpty();
  }

  @Test
  void generatedArgumentsGiveWhatSparkGives() throws IOException {
    assertThat(differences("spark-generated.tsv", Expr.UTC)).isEmpty();
  }

  @Test
  void everyListedDifferenceIsOne() throws IOException {
    Map<String, String[]> recorded = new HashMap<>();
    vectors("spark-generated.tsv").forEach(v -> recorded.put(v[0], v));
    vectors("spark-utc.tsv").forEach(v -> recorded.put(v[0], v));
    List<String> equal = new ArrayList<>();
    for (String[] listed : vectors("spark-differences.tsv")) {
      assertThat(listed).as(listed[0]).hasSize(2);
      if (difference(recorded.get(listed[0]), Expr.UTC).isEmpty()) {
        equal.add(listed[0]);
      }
    }
    assertThat(equal).isEmpty();
  }

  @Test
  void timesInAZoneWithSummerTimeGiveWhatSparkGives() throws IOException {
    assertThat(differences("spark-berlin.tsv", ZoneId.of("Europe/Berlin"))).isEmpty();
  }

  @Test
  void theCanonicalTextOfEveryVectorMeansTheSame() throws IOException {
    Schema none = new Schema(List.of());
    List<String> wrong = new ArrayList<>();
    for (String[] vector : vectors("spark-utc.tsv")) {
      String mine = SparkVectors.outcome(vector[0], Expr.UTC);
      if (mine.startsWith("REFUSED") || mine.contains("\tFAILS")) {
        continue;
      }
      String canonical = Expr.compile(vector[0], none).canonical();
      String again = SparkVectors.outcome(canonical, Expr.UTC);
      if (!again.equals(mine) || !Expr.compile(canonical, none).canonical().equals(canonical)) {
        wrong.add("%s as %s: %s, was %s".formatted(vector[0], canonical, again, mine));
      }
    }
    assertThat(wrong).isEmpty();
  }
}
