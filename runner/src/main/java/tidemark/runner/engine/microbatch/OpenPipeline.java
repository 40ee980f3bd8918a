package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.SpareMemory;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.Source;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.StateAccess;
import tidemark.runner.compile.NeededColumns;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.runner.engine.SinkRequests;
import tidemark.runner.engine.microbatch.EarlierSteps.EarlierStep;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.replay.ReplayRequests;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.Checkpoint;

/** A pipeline's sources and sinks, opened against a checkpoint. */
final class OpenPipeline implements AutoCloseable {
  /** The store that holds what a source has read. */
  private static final String PROGRESS = "progress";

  private final PipelineDefinition definition;
  private final Generation generation;
  private final Checkpoint checkpoint;
  private final NeededColumns needed;
  private final AskedTables asked;
  private final StaticTables tables;
  private final ReplayRequests replays;
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Map<String, Sink> sinks = new TreeMap<>();
  private final Map<String, StateAccess> stores = new HashMap<>();
  private final Map<String, SpareMemory> spares = new HashMap<>();
  private final Map<String, List<EarlierStep>> earlier = new HashMap<>();

  OpenPipeline(
      PipelineDefinition definition,
      Generation generation,
      Checkpoint checkpoint,
      EngineOptions options) {
    this.definition = definition;
    this.generation = generation;
    this.checkpoint = checkpoint;
    this.needed =
        NeededColumns.of(
            definition.plan(), definition.lateRows().isPresent(), definition.keepsFailedRows());
    this.asked = new AskedTables(definition, needed, options);
    this.tables = new StaticTables(definition);
    this.replays = new ReplayRequests(options.checkpoint());
    try {
      new TreeMap<>(definition.sources())
          .forEach((id, s) -> sources.put(id, s.connector().open(s.request())));
      openSinks();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void openSinks() {
    SinkRequests.of(definition, checkpoint.queryId())
        .forEach((id, request) -> sinks.put(id, definition.sink(id).connector().open(request)));
  }

  PipelineDefinition definition() {
    return definition;
  }

  LogicalPlan plan() {
    return definition.plan();
  }

  /** What was asked to be read again. */
  ReplayRequests replays() {
    return replays;
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** By id, in order of ids. */
  Map<String, Source> sources() {
    return sources;
  }

  /** The lookups that ask their source key by key. */
  AskedTables asked() {
    return asked;
  }

  /** The static sources that are read whole. */
  StaticTables tables() {
    return tables;
  }

  /** By id, in order of ids; those for dead letters and late rows among them. */
  Map<String, Sink> sinks() {
    return sinks;
  }

  /** A step that keeps state, if any does. */
  Optional<String> keepsState() {
    return generation.layout().stateful().stream()
        .map(node -> PlanNode.step(node.id()))
        .findFirst();
  }

  /** What a source reads, in its connector's words. */
  String identity(String source) {
    return generation.layout().sources().get(source).identity();
  }

  /** What a source remembers. */
  SourceProgress progress(String source) {
    String owner = generation.layout().sources().get(source).progressOwner();
    return new SourceProgress(checkpoint.state().store(new StoreId(owner, PROGRESS)));
  }

  /** Positions of the columns of a node that something reads. */
  BitSet needed(PlanNode node) {
    return needed.of(node);
  }

  /** The stores of a step. */
  StateAccess state(PlanNode node) {
    NodeLayout layout = layout(node);
    return stores.computeIfAbsent(
        node.id(), id -> new StepStores(checkpoint.state(), node, layout, definition.mask()));
  }

  /** What the workers of a step hand on to those of its next micro-batch. */
  SpareMemory spare(PlanNode node) {
    return spares.computeIfAbsent(node.id(), id -> new SpareMemory());
  }

  /**
   * Finds out what the earlier definitions were whose groups still close, so that a damaged plan is
   * met before anything is planned.
   */
  void readEarlierPlans() {
    for (NodeLayout node : generation.layout().nodes().values()) {
      if (!node.draining().isEmpty()) {
        earlier.computeIfAbsent(node.id(), id -> new EarlierSteps(checkpoint).of(node));
      }
    }
  }

  /** The earlier definitions of a step that have groups left to close. */
  List<EarlierStep> earlier(PlanNode node) {
    return earlier
        .computeIfAbsent(node.id(), id -> new EarlierSteps(checkpoint).of(layout(node)))
        .stream()
        .filter(step -> !step.stores().isEmpty())
        .toList();
  }

  private NodeLayout layout(PlanNode node) {
    return generation.layout().node(node.id()).orElseThrow();
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(sources.values());
    all.addAll(sinks.values());
    all.add(asked);
    for (AutoCloseable each : all) {
      try {
        each.close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
