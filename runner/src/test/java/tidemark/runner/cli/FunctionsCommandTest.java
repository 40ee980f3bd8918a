package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.expr.function.Catalogue;

class FunctionsCommandTest {
  @Test
  void everyFunctionIsListedUnderItsSignature() {
    CliRun run = CliRun.of("functions");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    List<String> calls = run.out().lines().map(line -> line.split(" {2}", 2)[0]).toList();
    Stream<String> functions =
        Catalogue.spark().functions().stream()
            .filter(f -> Character.isLetter(f.name().charAt(0)))
            .map(f -> f.signature());
    Stream<String> aggregates =
        new AggregateCatalogue().descriptions().stream().map(a -> a.signature());
    assertThat(calls).containsAll(Stream.concat(functions, aggregates).toList());
    assertThat(calls).contains("distance_km(latitude, longitude, latitude, longitude)");
  }

  @Test
  void aNameOrAnAliasShowsMeaningAndExample() {
    CliRun run = CliRun.of("functions", "to_varchar");
    assertThat(run.out())
        .startsWith("to_char(value, pattern)\n  A number by a pattern")
        .contains("\n  Also: to_varchar\n")
        .contains("\n  Example: to_char(1234.5, '9,990.00') -> 1,234.50\n");
    assertThat(CliRun.of("functions", "MEDIAN").out()).startsWith("median(number)  (aggregate)\n");
  }

  @Test
  void aFunctionOfOnesOwnIsShownLikeTheOthers() {
    assertThat(CliRun.of("functions", "distance_km").out())
        .startsWith("distance_km(latitude, longitude, latitude, longitude)  (installed)\n")
        .contains("\n  Example: round(distance_km(52.52, 13.405, 48.137, 11.575)) -> 504.0\n");
  }

  @Test
  void aWordFindsThoseThatSpeakOfIt() {
    List<String> lines = CliRun.of("functions", "digest").out().lines().toList();
    assertThat(lines).hasSizeBetween(3, 10).anyMatch(line -> line.startsWith("md5(value)"));
  }

  @Test
  void anUnknownNameIsBadInputWithAGuess() {
    CliRun run = CliRun.of("functions", "substrng");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("There is no function 'substrng'").contains("substring");
  }
}
