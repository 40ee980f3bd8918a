package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.connector.Connector;
import tidemark.runner.compile.Compilation;
import tidemark.runner.lint.Lint;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.runner.scenario.SuiteCheck;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.Secrets;

/** How commands read pipeline files: the options that all of them share, and the connectors. */
final class PipelineFiles {
  private final List<Connector> connectors;
  private final PipelineReader reader;
  private final ReadOptions options;
  private final Secrets secrets;

  private PipelineFiles(
      List<Connector> connectors, PipelineReader reader, ReadOptions options, Secrets secrets) {
    this.connectors = connectors;
    this.reader = reader;
    this.options = options;
    this.secrets = secrets;
  }

  /** Adds the options that say how a pipeline file is read. */
  static CommandSpec withOptions(CommandSpec spec) {
    return spec.addOption(
            Options.texts("--set", "NAME=VALUE", "Set a variable of the file; may be repeated."))
        .addOption(
            Options.text(
                "--secrets-file", "FILE", "Read secrets from a file with lines NAME=VALUE."));
  }

  /** With the options that were given. */
  static PipelineFiles of(ParseResult arguments, Console console) {
    Map<String, String> overrides = new HashMap<>();
    for (String set : arguments.matchedOptionValue("--set", List.<String>of())) {
      int equals = set.indexOf('=');
      if (equals < 1) {
        throw Options.bad(arguments, "--set needs NAME=VALUE, not '%s'".formatted(set));
      }
      overrides.put(set.substring(0, equals), set.substring(equals + 1));
    }
    Optional<Path> secretsFile =
        Optional.ofNullable(arguments.<String>matchedOptionValue("--secrets-file", null))
            .map(Path::of);
    List<Connector> connectors = installed();
    PipelineReader reader =
        new PipelineReader(name -> Optional.ofNullable(console.env().get(name)), connectors);
    return new PipelineFiles(
        connectors, reader, new ReadOptions(overrides, secretsFile), console.secrets());
  }

  /** The connectors that are installed. */
  static List<Connector> installed() {
    List<Connector> connectors = new ArrayList<>();
    ServiceLoader.load(Connector.class, Connector.class.getClassLoader()).forEach(connectors::add);
    return connectors;
  }

  /**
   * Reads and compiles a file, and applies every rule; touches neither sources nor sinks. Several
   * files may be checked at the same time.
   */
  CheckedPipeline check(String file) {
    Read read = reader.read(Path.of(file), options);
    synchronized (secrets) {
      secrets.addAll(read.secrets());
    }
    Optional<Compilation> compilation =
        read.pipeline().map(spec -> Lint.check(spec, connectors, read.found()));
    return new CheckedPipeline(file, read, compilation);
  }

  /** The checkpoint that a pipeline file names, as far as it can be read without any options. */
  static Optional<Path> declaredCheckpoint(Path file) {
    return new PipelineReader(name -> Optional.empty(), installed())
        .read(file, ReadOptions.NONE)
        .pipeline()
        .flatMap(PipelineSpec::checkpoint)
        .map(Placed::value);
  }

  /** What holds a test suite against its pipelines. */
  SuiteCheck suiteCheck() {
    return new SuiteCheck(reader, connectors);
  }

  /** Hides the values of secrets that were read; texts that differ otherwise stay different. */
  String mask(String text) {
    return secrets.maskValues(text);
  }

  /** The connectors that a pipeline may use. */
  List<Connector> connectors() {
    return connectors;
  }
}
