package tidemark.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.yaml.SourceBytes;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;
import tidemark.runner.yaml.YamlComposer;
import tidemark.runner.yaml.YamlFormatter;

/** {@code tidemark fmt}: writes pipeline files and test suites in one way. */
final class FmtCommand implements Command {
  @Override
  public CommandSpec spec() {
    return Options.command(
            "fmt",
            "Writes pipeline files and test suites in one way, comments kept.",
            "A file that cannot be read as YAML is left as it is, and reported.")
        .addOption(
            Options.flag("--check", "Change nothing; exit code 1 if a file is written otherwise."))
        .addPositional(
            Options.parameters("FILES", "Pipeline files, test suites, or folders with them."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    boolean check = arguments.hasMatchedOption("--check");
    int changed = 0;
    boolean good = true;
    for (String name : LintFolders.named(arguments)) {
      Path file = Path.of(name);
      Optional<SourceText> before = read(file, console);
      Optional<String> after = before.flatMap(text -> formatted(text, console));
      good &= after.isPresent();
      if (after.isPresent() && !after.get().equals(raw(file))) {
        changed++;
        console.out().println((check ? "written otherwise: " : "formatted: ") + file);
        if (!check) {
          write(file, after.get());
        }
      }
    }
    if (!good) {
      return ExitCode.BAD_INPUT;
    }
    return check && changed > 0 ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static Optional<SourceText> read(Path file, Console console) {
    Diagnostics found = new Diagnostics();
    Optional<SourceText> text = SourceBytes.decode(file.toString(), bytes(file), found);
    print(found, new SourceTexts(), console);
    return text;
  }

  private static Optional<String> formatted(SourceText text, Console console) {
    Optional<String> formatted = YamlFormatter.format(text);
    if (formatted.isEmpty()) {
      Diagnostics found = new Diagnostics();
      var unused = YamlComposer.compose(text, found);
      SourceTexts texts = new SourceTexts();
      texts.add(text);
      print(found, texts, console);
      if (!found.hasErrors()) {
        console.err().println(text.file() + ": left as it is, for its tags, directives or keys");
      }
    }
    return formatted;
  }

  private static void print(Diagnostics found, SourceTexts texts, Console console) {
    DiagnosticText text = new DiagnosticText(texts, t -> t, console.errScreen());
    found.sorted().forEach(diagnostic -> console.err().print(text.of(diagnostic)));
  }

  private static String raw(Path file) {
    return new String(bytes(file), java.nio.charset.StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Path file) {
    try {
      return SourceBytes.read(file);
    } catch (IOException e) {
      throw new Failure(Code.TM115, "%s cannot be read".formatted(file), "check the path", e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new Failure(Code.TM605, "%s cannot be written".formatted(file), "check its rights", e);
    }
  }
}
