package tidemark.runner.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import tidemark.operators.connector.Delivery;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Compiled;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.layout.Layout;
import tidemark.statestore.IdSource;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.OutcomeEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/** A pipeline that copies rows, a file a batch, to systems outside: s0, s1 and so on. */
final class Hooks {
  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-07-01T00:00:00Z"), ZoneOffset.UTC);
  private static final String ROW = "{\"k\":\"%s\"}";

  private final Path folder;
  private final Site site;
  private final IdSource ids;
  private final Map<String, Outside> targets = new TreeMap<>();

  /**
   * @param seed of the names that files of the checkpoint get
   */
  Hooks(Path folder, long seed) {
    this.folder = folder;
    this.site = new Site(folder);
    this.ids = IdSource.random(new SplittableRandom(seed));
  }

  void sinks(Outside... outsides) throws IOException {
    StringBuilder sinks = new StringBuilder();
    targets.clear();
    for (Outside outside : outsides) {
      String id = "s" + targets.size();
      targets.put(id, outside);
      sinks.append("  %s: {from: events, file: {path: %s, format: ndjson}}\n".formatted(id, id));
    }
    site.write(
        """
        format: 1
        pipeline: hooks
        sources:
          events:
            file: {path: in, format: ndjson, max_files_per_batch: 1}
            columns: {k: string}
        sinks:
        %scheckpoint: checkpoint
        """
            .formatted(sinks));
  }

  void give(int files) throws IOException {
    for (int i = 0; i < files; i++) {
      site.give(i + ".ndjson", ROW.formatted(i) + "\n", CLOCK.instant().plusSeconds(i));
    }
  }

  private PipelineDefinition pipeline() throws IOException {
    Compilation compilation =
        Compiled.of(Files.readString(site.path("p.yaml")), Path.of("p.yaml"), folder)
            .compilation()
            .orElseThrow();
    return Definitions.of(compilation, Compiled.connectors())
        .writing(s -> new DefinedSink(s.id(), targets.get(s.id()), s.options()));
  }

  void run() throws IOException {
    run(CrashPoint.NONE);
  }

  /** Catches up; a run whose power is lost leaves everything as it is. */
  void run(CrashPoint crash) throws IOException {
    PipelineRun run =
        PipelineRun.open(
            pipeline(),
            new EngineOptions(
                checkpoint(), 1, 1 << 20, 100, CLOCK, ids, crash, BatchObserver.NONE));
    try {
      boolean more = true;
      while (more) {
        more = run.runNext();
      }
    } catch (LostPower dead) {
      run.abandon();
      throw dead;
    } catch (RuntimeException e) {
      run.close();
      throw e;
    }
    run.close();
  }

  CheckpointView view() {
    return Checkpoint.read(checkpoint());
  }

  OutcomeEntry recorded(String sink) {
    return view().outcomes().read(sink).orElseThrow();
  }

  OutcomeEntry reconcile(String sink, long batch, Word as) {
    return Checkpoint.reconcile(checkpoint(), options(), sink, batch, as);
  }

  /** Sets the checkpoint back, as the command does. */
  void rollBack(long batch) {
    Checkpoint.rollback(
        checkpoint(),
        options(),
        batch,
        plan -> Layout.find(plan).map(Layout::sinkPlaces).orElseThrow());
  }

  static Outside sender() {
    return new Outside(Delivery.SENT_ONCE, false);
  }

  void assertEachRowOnce(int files) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      rows.add(ROW.formatted(i));
    }
    rows.sort(null);
    targets.forEach((id, target) -> assertThat(target.rows()).as(id).isEqualTo(rows));
  }

  Path checkpoint() {
    return site.path("checkpoint");
  }

  Outside target(String sink) {
    return targets.get(sink);
  }

  CheckpointOptions options() {
    return CheckpointOptions.of("hooks", CLOCK, ids);
  }
}
