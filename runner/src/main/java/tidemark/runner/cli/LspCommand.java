package tidemark.runner.cli;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.runner.lsp.TidemarkServer;

/** {@code tidemark lsp}: a language server on standard input and output. */
final class LspCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
        "lsp",
        "Serves an editor over the Language Server Protocol.",
        "It reads standard input and writes standard output.",
        "Findings while typing, completion, hover, go to definition, rename, formatting.");
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    TidemarkServer.serve(
        System.in,
        console.out(),
        PipelineFiles.installed(),
        name -> Optional.ofNullable(console.env().get(name)));
    return ExitCode.DONE;
  }
}
