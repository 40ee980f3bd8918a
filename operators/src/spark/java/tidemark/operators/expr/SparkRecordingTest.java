package tidemark.operators.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The recorded vectors are what a real Spark says. With {@code -Dgolden.update} they are written
 * anew; a new vector needs only its expression on a line.
 */
class SparkRecordingTest {
  private static final int CALLS_OF_EACH = 14;

  /** Longer vectors, of long sequences, are not kept. */
  private static final int LONGEST = 500;

  private static final Path FOLDER =
      Path.of("src/test/resources/tidemark/operators/expr").toAbsolutePath();

  /** Writes other generated vectors, for another seed; read what then differs before keeping it. */
  @Test
  @EnabledIfSystemProperty(named = "golden.seed", matches = "\\d+")
  void generatesVectorsAnew() throws IOException {
    List<String> seeds =
        Files.readAllLines(FOLDER.resolve("spark-utc.tsv")).stream()
            .map(line -> line.split("\t"))
            .filter(vector -> !vector[1].equals("REFUSED"))
            .map(vector -> vector[0])
            .toList();
    List<String> vectors = new ArrayList<>();
    try (SparkSql spark = new SparkSql("UTC")) {
      for (String call :
          new GeneratedCalls(Long.getLong("golden.seed")).calls(CALLS_OF_EACH, seeds, 1)) {
        String vector = call + "\t" + spark.outcome(call);
        if (vector.length() <= LONGEST && !vector.contains("[B@")) {
          vectors.add(vector);
        }
      }
    }
    Files.write(FOLDER.resolve("spark-generated.tsv"), vectors);
  }

  @ParameterizedTest
  @CsvSource({"spark-utc.tsv, UTC", "spark-berlin.tsv, Europe/Berlin", "spark-generated.tsv, UTC"})
  void sparkStillGivesEveryRecordedResult(String name, String zone) throws IOException {
    Path file = FOLDER.resolve(name);
    List<String> recorded = Files.readAllLines(file);
    List<String> now = new ArrayList<>();
    try (SparkSql spark = new SparkSql(zone)) {
      for (String line : recorded) {
        String expression = line.split("\t", 2)[0];
        now.add(expression + "\t" + spark.outcome(expression));
      }
    }
    if (System.getProperty("golden.update") != null) {
      Files.write(file, now);
      return;
    }
    assertThat(now.stream().map(SparkRecordingTest::withoutReason).toList())
        .isEqualTo(recorded.stream().map(SparkRecordingTest::withoutReason).toList());
  }

  /** How Spark calls what is wrong depends on the way it is asked. */
  private static String withoutReason(String vector) {
    return vector.replaceFirst("\\t(REFUSED\\t|.*\\tFAILS ).*", "\t$1");
  }
}
