package tidemark.runner.scenario;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.Definitions;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.microbatch.PipelineRun;
import tidemark.runner.spec.Excerpt;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.SourceSpec;
import tidemark.statestore.IdSource;

/**
 * Runs the first records of a pipeline's sources through it up to one step, into memory and with a
 * checkpoint of its own: nothing that the pipeline names is written to.
 */
public final class Preview {
  private static final String SINK = "preview";
  private static final int MOST_BATCHES = 20;
  private static final long STATE_BYTES = 64 << 20;

  private final PipelineSpec spec;
  private final List<Connector> connectors;
  private final RecordingConnector recording = new RecordingConnector();

  /**
   * @param spec a pipeline that compiles
   * @param connectors those that it may use
   */
  public Preview(PipelineSpec spec, List<Connector> connectors) {
    this.spec = spec;
    List<Connector> all = new ArrayList<>(connectors);
    all.add(recording);
    this.connectors = List.copyOf(all);
  }

  /**
   * What was seen.
   *
   * @param mode how the step gives its rows out here
   * @param values of each row by column, as a test suite would write them
   */
  public record Rows(OutputMode mode, List<Map<String, String>> values) {
    public Rows {
      values = List.copyOf(values);
    }

    /** The rows as a test suite would write them. */
    public List<String> texts() {
      return values.stream().map(RowText::of).toList();
    }
  }

  /** The ids that can be looked at. */
  public List<String> ids() {
    List<String> ids = new ArrayList<>();
    spec.sources().forEach(source -> ids.add(source.id().value()));
    spec.steps().forEach(step -> ids.add(step.id().value()));
    return ids;
  }

  /**
   * The first rows of a step; empty if the step cannot stand before a sink in any output mode.
   *
   * @param folder an empty folder for the checkpoint
   * @param inputRows how many rows a batch reads of each source, at most
   */
  public Optional<Rows> of(String id, int rows, int inputRows, Path folder, Clock clock) {
    for (OutputMode mode : List.of(OutputMode.UPDATE, OutputMode.APPEND, OutputMode.COMPLETE)) {
      Compilation compilation =
          PipelineCompiler.compile(cut(id, mode, inputRows), connectors, new Diagnostics());
      if (compilation.plan().isPresent()) {
        return Optional.of(new Rows(mode, run(compilation, rows, folder, clock)));
      }
    }
    return Optional.empty();
  }

  private List<Map<String, String>> run(
      Compilation compilation, int rows, Path folder, Clock clock) {
    EngineOptions options =
        new EngineOptions(
            folder,
            1,
            STATE_BYTES,
            1,
            clock,
            IdSource.random(new SplittableRandom(folder.hashCode())),
            CrashPoint.NONE,
            batch -> {});
    List<Map<String, String>> seen = new ArrayList<>();
    try (PipelineRun run = PipelineRun.open(Definitions.of(compilation, connectors), options)) {
      run.freezeTime();
      boolean more = true;
      for (int batch = 0; more && batch < MOST_BATCHES && seen.size() < rows; batch++) {
        more = run.runNext();
        seen.clear();
        Optional.ofNullable(recording.sinks().get(SINK)).stream()
            .flatMap(sink -> sink.held().stream())
            .limit(rows)
            .forEach(row -> seen.add(RowText.values(row.batch(), row.row())));
      }
    }
    return seen;
  }

  /** The part of the pipeline above a step, into memory, and not all of its input. */
  private PipelineSpec cut(String id, OutputMode mode, int inputRows) {
    PipelineSpec above = Excerpt.above(spec, id, mode, SINK, recording.name());
    return above.withSources(
        above.sources().stream().map(source -> limited(source, inputRows, id)).toList());
  }

  /**
   * Bad records are left out: dead letters would be written somewhere. A table that is looked at by
   * itself is read like any other source; beside a stream it is read whole.
   */
  private static SourceSpec limited(SourceSpec source, int inputRows, String shown) {
    boolean fixed = source.fixed().value() && !source.id().value().equals(shown);
    boolean letters = source.onBadRecord().value() == BadRecordPolicy.DEAD_LETTER;
    Placed<BadRecordPolicy> policy =
        letters
            ? new Placed<>(BadRecordPolicy.DROP, source.onBadRecord().span())
            : source.onBadRecord();
    return new SourceSpec(
        source.id(),
        source.connector(),
        source.columns(),
        policy,
        source.badRecordColumn(),
        fixed ? source.limits() : new BatchLimits(1, inputRows, source.limits().maxBytes()),
        source.watermark(),
        new Placed<>(fixed, source.fixed().span()),
        fixed ? source.refresh() : Optional.empty(),
        source.idleAfter(),
        source.maxFutureSkew(),
        source.starting(),
        source.span());
  }
}
