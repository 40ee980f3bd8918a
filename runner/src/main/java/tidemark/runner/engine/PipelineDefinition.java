package tidemark.runner.engine;

import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.layout.Layout;
import tidemark.runner.spec.UpgradeSpec;

/**
 * Everything the engine needs of a compiled pipeline; nothing in it runs.
 *
 * @param plan what is computed
 * @param layout what the checkpoint records of the plan, without secrets
 * @param upgrade what the author says about changes against the stored state
 * @param sources by id
 * @param sinks by id
 * @param deadLetters where records go that cannot be decoded, if the pipeline says so
 */
public record PipelineDefinition(
    LogicalPlan plan,
    Layout layout,
    UpgradeSpec upgrade,
    Map<String, DefinedSource> sources,
    Map<String, DefinedSink> sinks,
    Optional<DefinedSink> deadLetters) {
  public PipelineDefinition {
    sources = Map.copyOf(sources);
    sinks = Map.copyOf(sinks);
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

  /** A sink and its options. */
  public record DefinedSink(String id, Connector connector, Options options) {}
}
