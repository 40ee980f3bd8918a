package tidemark.runner.compile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.meaning.EarlyFilters;
import tidemark.runner.spec.ConnectorSpec;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TriggerSpec;

/**
 * Everything an engine needs to run a pipeline, and nothing that runs.
 *
 * @param plan empty if the pipeline has errors
 * @param declared the plan as the file wires it, before filters were moved; what a checkpoint
 *     records
 * @param early which filters of that act elsewhere
 * @param sources by id, in the order of the file; static ones too
 * @param sinks by id, in the order of the file
 */
public record Compilation(
    PipelineSpec spec,
    Optional<LogicalPlan> plan,
    Optional<LogicalPlan> declared,
    EarlyFilters early,
    Map<String, SourceDefinition> sources,
    Map<String, SinkDefinition> sinks) {
  public Compilation {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    sinks = Collections.unmodifiableMap(new LinkedHashMap<>(sinks));
  }

  /** What starts the next micro-batch. */
  public TriggerSpec trigger() {
    return spec.trigger().value();
  }

  /** The checkpoint's folder, absolute, if the file names one. */
  public Optional<Path> checkpoint() {
    return spec.checkpoint().map(p -> p.value());
  }

  /** Where bad records of sources that ask for it go. */
  public Optional<ConnectorSpec> deadLetter() {
    return spec.deadLetter();
  }

  /** Ids of the nodes whose failed rows go to the dead letters. */
  public Set<String> keepsFailedRows() {
    return spec.keepsFailedRows();
  }

  /** The sink that late rows go to. */
  public Optional<String> lateRows() {
    return spec.lateRows().map(Placed::value);
  }

  /** Bytes of keyed state that may stay in memory, if the file says. */
  public Optional<Long> stateMemory() {
    return spec.stateMemory().map(m -> m.value());
  }

  /** How many batches can be gone back to. */
  public long retainBatches() {
    return spec.retainBatches().value();
  }
}
