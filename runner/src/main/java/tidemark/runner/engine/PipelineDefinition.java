package tidemark.runner.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Places;
import tidemark.runner.spec.UpgradeSpec;

/**
 * Everything the engine needs of a compiled pipeline; nothing in it runs.
 *
 * @param plan what is computed
 * @param layout what the checkpoint records of the plan, without secrets
 * @param upgrade what the author says about changes against the stored state
 * @param subjects where the parts of the pipeline stand in its file
 * @param file the pipeline file, as the user wrote it
 * @param sources by id
 * @param tables static sources by id
 * @param sinks by id, the one for late rows among them
 * @param keepsFailedRows ids of the nodes whose failed rows go to the dead letters
 * @param mask hides secrets in what is written about failures
 * @param lateRows the sink that late rows go to, if the pipeline says so
 * @param deadLetters where records go that cannot be decoded, and rows on which a step fails, if
 *     the pipeline says so
 */
public record PipelineDefinition(
    LogicalPlan plan,
    Layout layout,
    UpgradeSpec upgrade,
    Map<String, Span> subjects,
    String file,
    Map<String, DefinedSource> sources,
    Map<String, DefinedTable> tables,
    Map<String, DefinedSink> sinks,
    Set<String> keepsFailedRows,
    UnaryOperator<String> mask,
    Optional<String> lateRows,
    Optional<DefinedSink> deadLetters) {
  public PipelineDefinition {
    subjects = Map.copyOf(subjects);
    sources = Map.copyOf(sources);
    tables = Map.copyOf(tables);
    sinks = Map.copyOf(sinks);
    keepsFailedRows = Set.copyOf(keepsFailedRows);
  }

  /** The sink of this id, the one for bad records too. */
  public DefinedSink sink(String id) {
    return deadLetters.filter(s -> s.id().equals(id)).orElseGet(() -> sinks.get(id));
  }

  /** Ids of the sources and tables whose bad records go to the dead letters. */
  public Set<String> keepsBadRecords() {
    Set<String> keep = new TreeSet<>();
    sources.forEach((id, source) -> addIfKept(source.request(), id, keep));
    tables.forEach((id, table) -> addIfKept(table.request(), id, keep));
    return keep;
  }

  private static void addIfKept(SourceRequest request, String id, Set<String> keep) {
    if (request.badRecords() == BadRecordPolicy.DEAD_LETTER) {
      keep.add(id);
    }
  }

  /** The same with its checkpoint in a folder, which need not be the one of the file. */
  public PipelineDefinition keptIn(Path checkpoint) {
    String folder = checkpoint.toAbsolutePath().normalize().toString();
    return new PipelineDefinition(
        plan,
        layout.withPlaces(new Places(layout.places().pipeline(), folder)),
        upgrade,
        subjects,
        file,
        sources,
        tables,
        sinks,
        keepsFailedRows,
        mask,
        lateRows,
        deadLetters);
  }

  /** The same with more changes accepted than the file accepts. */
  public PipelineDefinition accepting(List<String> changes) {
    return new PipelineDefinition(
        plan,
        layout,
        upgrade.accepting(changes),
        subjects,
        file,
        sources,
        tables,
        sinks,
        keepsFailedRows,
        mask,
        lateRows,
        deadLetters);
  }

  /** The same over other sources. */
  public PipelineDefinition reading(
      Map<String, DefinedSource> newSources, Map<String, DefinedTable> newTables) {
    return new PipelineDefinition(
        plan,
        layout,
        upgrade,
        subjects,
        file,
        newSources,
        newTables,
        sinks,
        keepsFailedRows,
        mask,
        lateRows,
        deadLetters);
  }

  /** The same with something else in the place of every sink, the one for bad records too. */
  public PipelineDefinition writing(UnaryOperator<DefinedSink> replacement) {
    Map<String, DefinedSink> newSinks = new TreeMap<>();
    sinks.forEach((id, sink) -> newSinks.put(id, replacement.apply(sink)));
    return new PipelineDefinition(
        plan,
        layout,
        upgrade,
        subjects,
        file,
        sources,
        tables,
        newSinks,
        keepsFailedRows,
        mask,
        lateRows,
        deadLetters.map(replacement));
  }

  /**
   * A source and how its watermark behaves.
   *
   * @param idleAfterMillis after this long without rows the source no longer holds the watermark
   *     back
   * @param maxFutureSkewMillis event times further ahead of the batch's time do not move the
   *     watermark
   */
  public record DefinedSource(
      Connector connector,
      SourceRequest request,
      Optional<Long> idleAfterMillis,
      long maxFutureSkewMillis) {}

  /**
   * A source that is read whole.
   *
   * @param refreshMillis after how long it is read again, if ever within a run
   */
  public record DefinedTable(
      Connector connector, SourceRequest request, Optional<Long> refreshMillis) {}

  /** A sink and its options. */
  public record DefinedSink(String id, Connector connector, Options options) {}
}
