package tidemark.runner.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code tidemark man}: the manual page. */
final class ManCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
        "man",
        "Prints the manual page, for man.",
        "tidemark man > ~/.local/share/man/man1/tidemark.1");
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    console.out().print(ManPage.of(arguments.commandSpec().root()));
    return ExitCode.DONE;
  }
}
