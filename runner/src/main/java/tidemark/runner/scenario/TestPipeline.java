package tidemark.runner.scenario;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.SourceRequest;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.PipelineDefinition.DefinedSource;
import tidemark.runner.engine.PipelineDefinition.DefinedTable;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.spec.InputSpec;
import tidemark.runner.spec.TriggerSpec;
import tidemark.statestore.IdSource;

/**
 * A pipeline under test: its sources read the test's folders, its sinks are recorded. It can be
 * opened, run until idle, crashed and opened again, all on one checkpoint.
 */
final class TestPipeline implements AutoCloseable {
  private static final String FILE = "file";
  private static final long STATE_BYTES = 64 << 20;

  private final Path folder;
  private final InputFiles inputs;
  private final RecordingConnector recording = new RecordingConnector();
  private final List<Connector> connectors;
  private final Clock clock;
  private final IdSource ids;
  private final List<BatchProgress> batches = new ArrayList<>();
  private Compilation compilation;
  private Optional<PipelineRun> run = Optional.empty();
  private Optional<CrashPlan> crash = Optional.empty();

  /** The micro-batch that will die, and where. */
  record CrashPlan(long batch, Boundary at) {}

  TestPipeline(Path folder, Compilation compilation, List<Connector> connectors, Clock clock) {
    this.folder = folder;
    this.inputs = new InputFiles(folder.resolve("in"));
    this.compilation = compilation;
    this.connectors = connectors;
    this.clock = clock;
    SplittableRandom random = new SplittableRandom(folder.hashCode());
    this.ids = IdSource.random(random);
  }

  Compilation compilation() {
    return compilation;
  }

  /** The recorded sinks that were opened so far, by id. */
  Map<String, RecordingSink> sinks() {
    return recording.sinks();
  }

  /** The micro-batches committed since this was last asked, in order. */
  List<BatchProgress> takeBatches() {
    List<BatchProgress> taken = List.copyOf(batches);
    batches.clear();
    return taken;
  }

  void crashAt(CrashPlan plan) {
    crash = Optional.of(plan);
  }

  /** Whether a crash is planned that has not happened. */
  boolean awaitsCrash() {
    return crash.isPresent();
  }

  /** What a test of the pipeline, as it is now, can name. */
  KnownNames names() {
    return new KnownNames(compilation);
  }

  /** Puts one unit of input before a source. */
  void give(String source, InputSpec input) {
    SourceDefinition definition = compilation.sources().get(source);
    SourceRequest request = request(definition.request());
    inputs.give(source, request, definition.description().schema(), input);
  }

  /** From now on this pipeline runs on the checkpoint. */
  void change(Compilation changed) {
    compilation = changed;
  }

  /** Runs until there is nothing left to do, opening the checkpoint if it is not open. */
  void runUntilIdle() {
    if (run.isEmpty()) {
      run = Optional.of(PipelineRun.open(definition(), options()));
    }
    PipelineRun open = run.get();
    if (compilation.trigger() instanceof TriggerSpec.Once) {
      open.runEverything();
      return;
    }
    open.freezeTime();
    boolean more = true;
    while (more) {
      more = open.runNext();
    }
  }

  /** Closes the run in good order, if one is open. */
  void stop() {
    run.ifPresent(PipelineRun::close);
    run = Optional.empty();
  }

  /** Lets the run go as a dead process would. */
  void abandon() {
    run.ifPresent(PipelineRun::abandon);
    run = Optional.empty();
  }

  @Override
  public void close() {
    abandon();
  }

  private EngineOptions options() {
    return new EngineOptions(
        folder.resolve("checkpoint"),
        2,
        STATE_BYTES,
        (int) compilation.retainBatches(),
        clock,
        ids,
        this::reached,
        batches::add);
  }

  private void reached(Boundary boundary, long batch) {
    if (crash.isPresent() && crash.get().batch() == batch && crash.get().at() == boundary) {
      crash = Optional.empty();
      throw new SimulatedCrash("batch " + batch + " at " + boundary.word());
    }
  }

  private PipelineDefinition definition() {
    PipelineDefinition original = Definitions.of(compilation, connectors);
    Map<String, DefinedSource> sources = new TreeMap<>();
    original
        .sources()
        .forEach(
            (id, source) ->
                sources.put(
                    id,
                    new DefinedSource(
                        readingFiles(source.connector()),
                        request(source.request()),
                        source.idleAfterMillis(),
                        source.maxFutureSkewMillis())));
    Map<String, DefinedTable> tables = new TreeMap<>();
    original
        .tables()
        .forEach(
            (id, table) ->
                tables.put(
                    id,
                    new DefinedTable(
                        readingFiles(table.connector()),
                        request(table.request()),
                        table.refreshMillis())));
    return original.reading(sources, tables).writing(this::recorded);
  }

  private Connector readingFiles(Connector declared) {
    if (declared.name().equals(FILE)) {
      return declared;
    }
    return connectors.stream().filter(c -> c.name().equals(FILE)).findFirst().orElseThrow();
  }

  private SourceRequest request(SourceRequest original) {
    SourceDefinition declared = compilation.sources().get(original.id());
    boolean readsFiles = declared.connector().name().equals(FILE);
    return new SourceRequest(
        original.id(),
        readsFiles
            ? inputs.options(original.id(), original.options())
            : inputs.options(original.id()),
        readsFiles ? original.columns() : Optional.of(declared.description().schema()),
        original.badRecords(),
        original.badRecordColumn(),
        original.limits(),
        original.zone(),
        original.start());
  }

  private DefinedSink recorded(DefinedSink sink) {
    return new DefinedSink(sink.id(), recording, sink.options());
  }
}
