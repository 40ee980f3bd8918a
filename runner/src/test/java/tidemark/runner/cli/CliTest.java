package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CliTest {
  @Test
  void versionIsPrintedToTheOutput() {
    CliRun run = CliRun.of("--version");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).startsWith("tidemark ").hasLineCount(1);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void helpNamesTheCommands() {
    CliRun run = CliRun.of("--help");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out()).contains("Usage: tidemark", "explain-code", "help");
  }

  @Test
  void helpOfACommandIsTheSameUnderBothForms() {
    assertThat(CliRun.of("help", "explain-code").out())
        .isEqualTo(CliRun.of("explain-code", "--help").out())
        .contains("Usage: tidemark explain-code");
  }

  @Test
  void noCommandIsBadUsage() {
    CliRun run = CliRun.of();
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Missing command", "tidemark --help");
  }

  @Test
  void misspeltCommandIsBadUsageWithASuggestion() {
    CliRun run = CliRun.of("explain-cod", "TM401");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("'explain-cod'", "Did you mean: tidemark explain-code?");
  }

  @Test
  void misspeltOptionIsBadUsageOfItsCommand() {
    CliRun run = CliRun.of("explain-code", "--debugg", "TM401");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("--debugg", "tidemark explain-code --help");
  }

  @Test
  void helpOfAnUnknownCommandIsBadUsage() {
    assertThat(CliRun.of("help", "nothing").end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void unknownCodeIsBadUsage() {
    CliRun run = CliRun.of("explain-code", "TM999");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("There is no code 'TM999'");
  }
}
