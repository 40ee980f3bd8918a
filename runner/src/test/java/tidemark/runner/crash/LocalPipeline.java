package tidemark.runner.crash;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.OnEarlier;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.StopSignal;
import tidemark.runner.engine.Trigger;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.engine.microbatch.TriggerLoop;
import tidemark.runner.reader.PipelineReader;
import tidemark.runner.reader.Read;
import tidemark.runner.reader.ReadOptions;
import tidemark.statestore.IdSource;

/** A pipeline file whose runs take place inside the test's process, and may die there. */
final class LocalPipeline {
  static final List<Connector> CONNECTORS =
      ServiceLoader.load(Connector.class).stream().map(ServiceLoader.Provider::get).toList();

  /** Processing time; after every event of the tests' data. */
  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-07-01T00:00:00Z"), ZoneOffset.UTC);

  private static final long STATE_BYTES = 64L << 20;
  private static final int RETAINED = 100;

  private final PipelineDefinition definition;
  private final Path checkpoint;
  private final IdSource ids;
  private final Clock clock;

  /**
   * Reads and compiles the file.
   *
   * @param seed of the names that files of the checkpoint get
   */
  LocalPipeline(Path file, long seed) {
    this(file, seed, CLOCK);
  }

  /** The same at another time. */
  LocalPipeline(Path file, long seed, Clock clock) {
    this(file, seed, clock, Map.of());
  }

  /** The same with other values of variables. */
  LocalPipeline(Path file, long seed, Map<String, String> set) {
    this(file, seed, CLOCK, set);
  }

  private LocalPipeline(Path file, long seed, Clock clock, Map<String, String> set) {
    this.clock = clock;
    Read read =
        new PipelineReader(name -> Optional.empty(), CONNECTORS)
            .read(file, new ReadOptions(set, Optional.empty()));
    Optional<Compilation> compilation =
        read.pipeline().map(spec -> PipelineCompiler.compile(spec, CONNECTORS, read.found()));
    List<Diagnostic> errors =
        read.report().stream().filter(d -> d.severity() == Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(file + " has errors: " + errors);
    }
    this.definition = Definitions.of(compilation.orElseThrow(), CONNECTORS);
    this.checkpoint = compilation.orElseThrow().checkpoint().orElseThrow();
    this.ids = IdSource.random(new SplittableRandom(seed));
  }

  Path checkpoint() {
    return checkpoint;
  }

  /** Catches up. */
  void run(int parallelism) {
    run(parallelism, BatchObserver.NONE);
  }

  /** Catches up. */
  void run(int parallelism, BatchObserver observer) {
    try (PipelineRun run = open(parallelism, CrashPoint.NONE, observer)) {
      catchUp(run, new StopSignal());
    }
  }

  /** Catches up, with an answer to batches that the targets hold already. */
  void run(int parallelism, OnEarlier onEarlier) {
    EngineOptions options = options(parallelism, CrashPoint.NONE, BatchObserver.NONE);
    try (PipelineRun run = PipelineRun.open(definition, options.withOnEarlier(onEarlier))) {
      catchUp(run, new StopSignal());
    }
  }

  /** Runs one micro-batch and stops in good order; false if there was nothing to do. */
  boolean runOneBatch(int parallelism) {
    return runOneBatch(parallelism, BatchObserver.NONE);
  }

  /** The same, and tells of the batch. */
  boolean runOneBatch(int parallelism, BatchObserver observer) {
    StopSignal stop = new StopSignal();
    BatchObserver stopping =
        progress -> {
          observer.committed(progress);
          stop.raise();
        };
    try (PipelineRun run = open(parallelism, CrashPoint.NONE, stopping)) {
      catchUp(run, stop);
    }
    return stop.isRaised();
  }

  /** Catches up, unless it dies before; true if it died. */
  boolean dies(int parallelism, CrashPoint crash) {
    PipelineRun run = open(parallelism, crash, BatchObserver.NONE);
    try {
      catchUp(run, new StopSignal());
    } catch (Died dead) {
      run.abandon();
      return true;
    }
    run.close();
    return false;
  }

  private PipelineRun open(int parallelism, CrashPoint crash, BatchObserver observer) {
    return PipelineRun.open(definition, options(parallelism, crash, observer));
  }

  private EngineOptions options(int parallelism, CrashPoint crash, BatchObserver observer) {
    return new EngineOptions(
        checkpoint, parallelism, STATE_BYTES, RETAINED, clock, ids, crash, observer);
  }

  private static void catchUp(PipelineRun run, StopSignal stop) {
    new TriggerLoop(run, stop, CLOCK).run(new Trigger.AvailableNow());
  }
}
