package tidemark.runner.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.infer.FirstPipeline;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlFormatter;

/** {@code tidemark init}: a pipeline and its test suite to begin with, from a sample. */
final class InitCommand implements Command {
  private static final String PIPELINE = "pipeline.yaml";
  private static final String SUITE = "pipeline.test.yaml";

  @Override
  public CommandSpec spec() {
    return Options.command(
            "init",
            "Writes a pipeline and its test suite to begin with, from a sample of the data.",
            "The sample is a Parquet or Avro file, has JSON lines, or is a .csv file with a header.",
            "Nothing is overwritten.")
        .addOption(Options.text("--out", "DIR", "The folder to write into; this one."))
        .addOption(Options.text("--rows", "N", "How many records of text to look at; 1000."))
        .addPositional(Options.parameter("FILE", "The sample."));
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    Path file = Path.of(arguments.matchedPositionalValue(0, ""));
    Path folder = Path.of(arguments.matchedOptionValue("--out", "."));
    String path = relative(folder, file);
    FirstPipeline first =
        new FirstPipeline(SampleFile.read(file, arguments), file.getFileName().toString(), path);
    write(folder.resolve(PIPELINE), formatted(PIPELINE, first.pipeline()), console);
    write(folder.resolve(SUITE), formatted(SUITE, first.suite(PIPELINE)), console);
    console.out().println("now: tidemark test " + folder.resolve(SUITE).normalize());
    return ExitCode.DONE;
  }

  private static String formatted(String name, String text) {
    return YamlFormatter.format(new SourceText(name, text)).orElse(text);
  }

  private static String relative(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    Path to = file.toAbsolutePath().normalize();
    return from.relativize(to).toString();
  }

  private static void write(Path file, String text, Console console) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
      console.out().println("wrote " + file.normalize());
    } catch (FileAlreadyExistsException there) {
      throw new Failure(
          Code.TM605, "%s is there already".formatted(file), "name another folder with --out");
    } catch (IOException e) {
      throw new Failure(Code.TM605, "%s cannot be written".formatted(file), "check its rights", e);
    }
  }
}
