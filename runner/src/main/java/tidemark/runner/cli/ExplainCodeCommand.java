package tidemark.runner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;

/** {@code tidemark explain-code CODE}: prints the page of a diagnostic's code. */
final class ExplainCodeCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command("explain-code", "Prints what a diagnostic's code means.")
        .addPositional(Options.parameter("CODE", "The code, such as TM401."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String name = arguments.matchedPositionalValue(0, "");
    String page =
        code(name)
            .map(ExplainCodeCommand::page)
            .orElseThrow(() -> Options.bad(arguments, "There is no code '%s'".formatted(name)));
    console.out().print(page);
    return ExitCode.DONE;
  }

  /** The code of a name, in any case. */
  static Optional<Code> code(String name) {
    for (Code code : Code.values()) {
      if (code.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }

  /** The page of a code, as Markdown. */
  static String page(Code code) {
    String resource = "/codes/" + code + ".md";
    try (InputStream in = ExplainCodeCommand.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no page for " + code);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
