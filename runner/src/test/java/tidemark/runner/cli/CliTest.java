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
  void helpSaysOfEachCommandOneWholeSentence() {
    String commands = CliRun.of("--help").out();
    assertThat(commands.substring(commands.indexOf("Commands:\n") + 10).lines())
        .hasSizeGreaterThan(6)
        .allMatch(line -> line.matches("  [a-z-]+ +[A-Z].*[.]"));
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
    assertThat(run.err())
        .isEqualTo(
            """
            tidemark: Unknown command 'explain-cod'
            Did you mean 'explain-code'?
            Try 'tidemark --help'.
            """);
  }

  @Test
  void misspeltOptionIsBadUsageOfItsCommand() {
    CliRun run = CliRun.of("explain-code", "--debugg", "TM401");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .isEqualTo(
            """
            tidemark: Unknown option '--debugg'
            Did you mean '--debug'?
            Try 'tidemark explain-code --help'.
            """);
  }

  @Test
  void helpOfACommandWithinAGroupIsTheSameUnderBothForms() {
    assertThat(CliRun.of("help", "state", "export").out())
        .isEqualTo(CliRun.of("state", "export", "--help").out())
        .contains("tidemark state export");
    CliRun wrong = CliRun.of("help", "state", "exprt");
    assertThat(wrong.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(wrong.err()).contains("There is no command 'exprt'", "'tidemark state --help'");
  }

  @Test
  void helpOfAnUnknownCommandIsBadUsage() {
    assertThat(CliRun.of("help", "nothing").end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void missingArgumentIsBadUsage() {
    CliRun run = CliRun.of("explain-code");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("CODE", "tidemark explain-code --help");
  }

  @Test
  void argumentTooManyIsBadUsage() {
    CliRun run = CliRun.of("explain-code", "TM401", "TM402");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("One argument too many 'TM402'");
  }

  @Test
  void helpWithoutCommandIsTheWholeHelp() {
    assertThat(CliRun.of("help").out()).isEqualTo(CliRun.of("--help").out());
  }

  @Test
  void unknownCodeIsBadUsage() {
    CliRun run = CliRun.of("explain-code", "TM999");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("There is no code 'TM999'");
  }
}
