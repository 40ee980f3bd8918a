package tidemark.runner.cli;

import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code tidemark completion}: a script that lets a shell complete commands and options. */
final class CompletionCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "completion",
            "Prints a script that lets bash or zsh complete commands and options.",
            "bash: source <(tidemark completion bash)",
            "zsh: autoload -U +X bashcompinit && bashcompinit && source <(tidemark completion zsh)")
        .addPositional(Options.parameter("SHELL", "bash or zsh."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String shell = arguments.matchedPositionalValue(0, "");
    if (!List.of("bash", "zsh").contains(shell)) {
      throw Options.bad(arguments, "There is no script for '%s': bash or zsh".formatted(shell));
    }
    CommandLine root = arguments.commandSpec().root().commandLine();
    console.out().print(AutoComplete.bash("tidemark", root));
    return ExitCode.DONE;
  }
}
