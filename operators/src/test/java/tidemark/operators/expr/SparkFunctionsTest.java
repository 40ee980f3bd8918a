package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.LeftOut;
import tidemark.operators.types.Schema;

/** Every function that Spark 4.2.0 lists is there, or it is said why not. */
class SparkFunctionsTest {
  /** Words that Spark lists and the grammar reads. */
  private static final Set<String> WORDS =
      Set.of(
          "and",
          "or",
          "not",
          "in",
          "div",
          "between",
          "case",
          "when",
          "cast",
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "float",
          "double",
          "decimal",
          "string",
          "binary",
          "date",
          "timestamp");

  private static List<String> spark() throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                SparkFunctionsTest.class.getResourceAsStream("spark-functions.txt"),
                StandardCharsets.UTF_8))) {
      return in.lines().filter(name -> Character.isLetter(name.charAt(0))).toList();
    }
  }

  private static boolean isThere(String name) {
    return Catalogue.spark().find(name).isPresent()
        || new AggregateCatalogue().names().contains(name)
        || WORDS.contains(name);
  }

  @Test
  void everyFunctionIsThereOrLeftOutForAReason() throws IOException {
    assertThat(spark()).hasSizeGreaterThan(500);
    assertThat(spark()).allMatch(name -> isThere(name) || LeftOut.find(name).isPresent());
  }

  @Test
  void whatIsThereIsNotLeftOut() throws IOException {
    assertThat(spark()).noneMatch(name -> isThere(name) && LeftOut.find(name).isPresent());
  }

  @Test
  void everyReasonIsOfAFunctionOfSparks() throws IOException {
    List<String> spark = spark();
    for (LeftOut group : LeftOut.all()) {
      assertThat(group.names())
          .allMatch(
              name ->
                  spark.contains(name)
                      || (name.endsWith("*")
                          && spark.stream().anyMatch(s -> s.startsWith(name.replace("*", "")))));
    }
  }

  @Test
  void aCallOfOneThatIsLeftOutIsToldTheReason() {
    Schema none = new Schema(List.of());
    assertThat(Expr.mistakes("uuid()", none))
        .singleElement()
        .satisfies(
            m -> {
              assertThat(m.code()).isEqualTo(Code.TM311);
              assertThat(m.message()).contains("changes when a batch is run again");
            });
    assertThat(Expr.mistakes("parse_json('1')", none))
        .singleElement()
        .satisfies(
            m -> {
              assertThat(m.code()).isEqualTo(Code.TM303);
              assertThat(m.message())
                  .isEqualTo("there is no `parse_json`: there is no variant type");
              assertThat(m.hint()).isEqualTo("read JSON with from_json or get_json_object");
            });
    assertThat(Expr.mistakes("explode(array(1))", none).get(0).code()).isEqualTo(Code.TM312);
  }
}
