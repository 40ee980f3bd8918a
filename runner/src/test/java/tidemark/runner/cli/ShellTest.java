package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shell is given: completion and the manual page. */
class ShellTest {
  @TempDir private Path folder;

  private String bash(String script) throws IOException, InterruptedException {
    Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    CliRun run = CliRun.of("completion", "bash");
    Path script = Files.writeString(folder.resolve("completion"), run.out());
    String ask =
        """
        source %s
        COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
        _complete_tidemark
        echo "${COMPREPLY[@]}"
        """;
    assertThat(bash(ask.formatted(script, "tidemark ex"))).contains("explain", "explain-code");
    assertThat(bash(ask.formatted(script, "tidemark lint --max"))).contains("--max-warnings");
    assertThat(CliRun.of("completion", "fish").err()).contains("There is no script for 'fish'");
  }

  @Test
  void theManualPageHasEveryCommandAndNoRequestByAccident() {
    String page = CliRun.of("man").out();
    assertThat(page).startsWith(".TH TIDEMARK 1\n");
    for (String command : new String[] {"run", "lint", "state show", "schema infer", "fmt"}) {
      assertThat(page).contains(".SS \\fBtidemark " + command + "\\fR");
    }
    assertThat(page).contains("\\fB\\-\\-max\\-warnings\\fR \\fIN\\fR");
    assertThat(page.lines().filter(line -> line.startsWith(".")))
        .allMatch(line -> line.matches("\\.(TH|SH|SS|TP)\\b.*"));
  }
}
