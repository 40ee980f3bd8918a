package tidemark.runner.upgrade;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.Fork;

/**
 * Runs the next micro-batches of a changed pipeline on a fork of its checkpoint, over its real
 * sources and with files in the place of its sinks. The checkpoint and the sinks are not touched;
 * the checkpoint may be in use.
 */
public final class Rehearsal {
  private final Path checkpoint;
  private final long batch;
  private final Path folder;
  private final List<Connector> connectors;
  private final CheckpointOptions forking;

  /**
   * @param batch the committed batch that the fork stands at
   * @param folder where forks and results are put; it does not exist or is empty
   */
  public Rehearsal(
      Path checkpoint,
      long batch,
      Path folder,
      List<Connector> connectors,
      CheckpointOptions forking) {
    this.checkpoint = checkpoint;
    this.batch = batch;
    this.folder = folder;
    this.connectors = List.copyOf(connectors);
    this.forking = forking;
  }

  /**
   * What a pipeline did.
   *
   * @param batches that it ran
   * @param sinks where the rows of each sink are
   */
  public record Played(List<BatchProgress> batches, Map<String, Path> sinks) {
    public Played {
      batches = List.copyOf(batches);
      sinks = Map.copyOf(sinks);
    }

    /** Rows read, in all batches. */
    public long inputRows() {
      return batches.stream().mapToLong(BatchProgress::inputRows).sum();
    }

    /** The rows of a sink, sorted. */
    public List<String> rows(String sink) {
      return Optional.ofNullable(sinks.get(sink)).map(RowsDifference::rows).orElse(List.of());
    }
  }

  /**
   * Runs a pipeline on a fork of its own.
   *
   * @param name of the folder for the fork and its results
   * @param most batches that are run
   * @param options how; their checkpoint is replaced by the fork
   */
  public Played play(PipelineDefinition pipeline, String name, int most, EngineOptions options) {
    requireReplay(pipeline);
    Path fork = folder.resolve(name).resolve("checkpoint");
    Fork unused = Checkpoint.fork(checkpoint, batch, fork, Fork.Sharing.LINKS, forking);
    SinkFiles files = new SinkFiles(folder.resolve(name).resolve("sinks"), connectors);
    PipelineDefinition played = files.in(pipeline);
    List<BatchProgress> batches = new ArrayList<>();
    try (PipelineRun run = PipelineRun.open(played, options.on(fork, batches::add))) {
      run.freezeSources();
      boolean more = true;
      while (more && batches.size() < most) {
        more = run.runNext();
      }
    }
    Map<String, Path> sinks = new TreeMap<>();
    played.sinks().keySet().forEach(sink -> sinks.put(sink, files.of(sink)));
    return new Played(batches, sinks);
  }

  /** The differences by sink, over the sinks of both. */
  public static Map<String, RowsDifference> differences(Played before, Played after) {
    Map<String, RowsDifference> differences = new TreeMap<>();
    TreeSet<String> sinks = new TreeSet<>(before.sinks().keySet());
    sinks.addAll(after.sinks().keySet());
    for (String sink : sinks) {
      Path none = Path.of("");
      differences.put(
          sink,
          RowsDifference.between(
              before.sinks().getOrDefault(sink, none.resolve("none")),
              after.sinks().getOrDefault(sink, none.resolve("none"))));
    }
    return differences;
  }

  private static void requireReplay(PipelineDefinition pipeline) {
    pipeline
        .layout()
        .sources()
        .values()
        .forEach(
            source -> {
              if (!source.replayable()) {
                throw new Failure(
                    Code.TM524,
                    "source `" + source.id() + "` gives its rows once: a rehearsal would take them",
                    "run `tidemark upgrade` without --rehearse");
              }
            });
  }
}
