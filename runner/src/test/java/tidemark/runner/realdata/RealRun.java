package tidemark.runner.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import tidemark.operators.StepMetrics;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.StopSignal;
import tidemark.runner.engine.Trigger;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.engine.microbatch.TriggerLoop;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.statestore.IdSource;

/** A pipeline that ran to its end through the engine, from its file into a folder. */
final class RealRun {
  private static final int PARALLELISM = 2;
  private static final long STATE_BYTES = 64L << 20;

  private final List<BatchProgress> batches = new ArrayList<>();

  /** What comes between two micro-batches. */
  enum Between {
    NOTHING,
    /** The pipeline is closed and opened again on its checkpoint. */
    RESTART
  }

  private RealRun() {}

  /**
   * Runs a pipeline.
   *
   * @param environment what the file's {@code ${env:…}} stand for
   * @param variables what {@code --set} gives
   */
  static RealRun of(
      Path file, Map<String, String> environment, Map<String, String> variables, Between between) {
    List<Connector> connectors =
        ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();
    Read read =
        new PipelineReader(name -> Optional.ofNullable(environment.get(name)), connectors)
            .read(file, new ReadOptions(variables, Optional.empty()));
    assertThat(read.pipeline()).as(() -> read.report().toString()).isPresent();
    Compilation compiled =
        PipelineCompiler.compile(read.pipeline().orElseThrow(), connectors, read.found());
    assertThat(read.report()).noneMatch(d -> d.severity() == Severity.ERROR);
    RealRun done = new RealRun();
    EngineOptions options = options(compiled.checkpoint().orElseThrow(), done.batches::add);
    PipelineDefinition definition = Definitions.of(compiled, connectors);
    boolean more = true;
    while (more) {
      try (PipelineRun run = PipelineRun.open(definition, options)) {
        more = step(run, options.clock(), between);
      }
    }
    return done;
  }

  private static boolean step(PipelineRun run, Clock clock, Between between) {
    return switch (between) {
      case NOTHING -> {
        new TriggerLoop(run, new StopSignal(), clock).run(new Trigger.AvailableNow());
        yield false;
      }
      case RESTART -> {
        run.freezeSources();
        yield run.runNext();
      }
    };
  }

  private static EngineOptions options(Path checkpoint, BatchObserver observer) {
    return new EngineOptions(
        checkpoint,
        PARALLELISM,
        STATE_BYTES,
        10,
        Clock.systemUTC(),
        IdSource.random(new SecureRandom()),
        CrashPoint.NONE,
        observer);
  }

  /** How many micro-batches had input. */
  long dataBatches() {
    return batches.stream().filter(b -> !b.noData()).count();
  }

  /** Records that could not be decoded. */
  long badRecords() {
    return batches.stream()
        .flatMap(b -> b.badRows().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Rows that stateful steps left out because of their event time. */
  long leftOut() {
    return batches.stream()
        .flatMap(b -> b.steps().values().stream())
        .mapToLong(RealRun::leftOut)
        .sum();
  }

  private static long leftOut(StepMetrics step) {
    return step.droppedLate() + step.withoutTime();
  }
}
