package tidemark.runner.rehearsal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import tidemark.operators.connector.Connector;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.statestore.IdSource;

/** A pipeline file whose connectors include one that the product does not have. */
final class RehearsedPipeline {
  private static final int DEAD = 99;

  private final Path file;
  private final FaultyConnector.Fault fault;
  private final PipelineDefinition definition;
  private final RehearsalSettings settings;

  RehearsedPipeline(Path file, FaultyConnector.Fault fault) {
    this.file = file;
    this.fault = fault;
    List<Connector> connectors = new ArrayList<>();
    ServiceLoader.load(Connector.class).forEach(connectors::add);
    connectors.add(new FaultyConnector(fault));
    Read read =
        new PipelineReader(name -> Optional.empty(), connectors).read(file, ReadOptions.NONE);
    Compilation compilation =
        read.pipeline()
            .map(spec -> PipelineCompiler.compile(spec, connectors, read.found()))
            .orElseThrow(() -> new IllegalArgumentException(read.report().toString()));
    this.definition = Definitions.of(compilation, connectors);
    this.settings =
        new RehearsalSettings(
            compilation.checkpoint().orElseThrow(),
            3,
            1000,
            Map.of(),
            64L << 20,
            Clock.systemUTC(),
            IdSource.random(new SplittableRandom(file.hashCode())),
            connectors.stream().filter(c -> c.name().equals("file")).findFirst().orElseThrow(),
            false);
  }

  RehearsalReport rehearse(Path folder) {
    return new CrashRehearsal(definition, settings, folder, this::kill)
        .run(trial -> {}, () -> false);
  }

  private Optional<String> kill(TrialFolder folder, KillPoint point) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(RehearsedPipeline.class.getName());
    command.addAll(List.of(file.toString(), fault.name()));
    command.addAll(List.of(folder.path().toString(), point.text()));
    try {
      Files.createDirectories(folder.path());
      int end = new ProcessBuilder(command).inheritIO().start().waitFor();
      return end == DEAD ? Optional.empty() : Optional.of("exit code " + end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The process that is killed. */
  public static void main(String[] args) {
    RehearsedPipeline pipeline =
        new RehearsedPipeline(Path.of(args[0]), FaultyConnector.Fault.valueOf(args[1]));
    new Victim(pipeline.definition, pipeline.settings, new TrialFolder(Path.of(args[2])))
        .run(KillPoint.parse(args[3]), () -> Runtime.getRuntime().halt(DEAD));
  }
}
