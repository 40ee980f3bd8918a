package tidemark.runner.rehearsal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.PipelineDefinition.DefinedSink;
import tidemark.runner.engine.SinkRequests;

/**
 * A pipeline with a scratch target in the place of each of its sinks. A sink whose connector offers
 * none is skipped: it writes files that nobody reads.
 */
final class Stage {
  private final TrialFolder folder;
  private final RehearsalSettings settings;
  private final PipelineDefinition pipeline;
  private final Map<String, ScratchTarget> targets = new TreeMap<>();
  private final Map<String, String> skipped = new TreeMap<>();

  /**
   * @param pipeline as its file says
   */
  Stage(PipelineDefinition pipeline, TrialFolder folder, RehearsalSettings settings) {
    this.pipeline = pipeline;
    this.folder = folder;
    this.settings = settings;
    int number = 0;
    for (SinkRequest request : SinkRequests.of(pipeline, "").values()) {
      find(pipeline.sink(request.id()), request, number++);
    }
  }

  private void find(DefinedSink sink, SinkRequest request, int number) {
    Optional<String> place = Optional.ofNullable(settings.places().get(sink.id()));
    Optional<ScratchTarget> target =
        sink.connector().scratch(request, folder.scratch(number, place));
    if (target.isPresent()) {
      targets.put(sink.id(), target.get());
    } else {
      skipped.put(
          sink.id(),
          "`%s` (%s) has no place for a rehearsal whose rows could be read back"
              .formatted(sink.id(), sink.connector().name()));
    }
  }

  private DefinedSink replaced(DefinedSink sink) {
    if (targets.containsKey(sink.id())) {
      return new DefinedSink(sink.id(), sink.connector(), targets.get(sink.id()).options());
    }
    Path path = folder.files(sink.id());
    Options options =
        new Options(Map.of("path", path, "format", "ndjson"), Map.of(), Span.ofFile("rehearsal"));
    return new DefinedSink(sink.id(), settings.files(), options);
  }

  /** The pipeline as it is rehearsed, once its scratch targets are made. */
  PipelineDefinition pipeline() {
    return pipeline.writing(this::replaced);
  }

  /** The scratch targets by sink, in order of ids. */
  Map<String, ScratchTarget> targets() {
    return targets;
  }

  /** Why sinks have none, by sink. */
  Map<String, String> skipped() {
    return skipped;
  }

  /** Where the scratch targets are, by sink. */
  Map<String, String> places() {
    Map<String, String> places = new TreeMap<>();
    targets.forEach((sink, target) -> places.put(sink, target.place()));
    return places;
  }

  /** What is in the scratch targets. */
  Map<String, RowCounts> rows() {
    Map<String, RowCounts> rows = new TreeMap<>();
    targets.forEach((sink, target) -> rows.put(sink, RowCounts.of(target)));
    return rows;
  }

  /** Does something while the scratch targets are there. */
  <T> T with(Function<Stage, T> work) {
    try {
      targets.values().forEach(ScratchTarget::make);
      T result = work.apply(this);
      if (!settings.keeping()) {
        targets.values().forEach(ScratchTarget::drop);
      }
      return result;
    } catch (RuntimeException | Error e) {
      dropBecause(e);
      throw e;
    }
  }

  /** Drops what can be dropped; what went wrong is what the user must see. */
  private void dropBecause(Throwable cause) {
    for (ScratchTarget target : targets.values()) {
      try {
        target.drop();
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
      }
    }
  }
}
