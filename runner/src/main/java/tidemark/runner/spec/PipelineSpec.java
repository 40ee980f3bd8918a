package tidemark.runner.spec;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.runner.yaml.YamlNode;

/**
 * A pipeline file, read and checked for shape.
 *
 * @param file the path as the user wrote it
 * @param folder what relative paths are relative to, absolute
 * @param name the query's name
 * @param vars the variables in force, with overrides
 * @param sources in the order of the file
 * @param onError what happens to rows on which a step fails, by the ids of the steps that say so
 * @param checkpoint absolute
 * @param lateRows the id of the sink that is given rows that came too late
 * @param deadLetter where bad records of sources with {@code on_bad_record: dead_letter} go
 * @param stateMemory bytes of keyed state that may stay in memory
 * @param retainBatches how many batches can be gone back to
 * @param unread ids of the sources, steps and sinks that have errors of shape and are left out
 *     here; what names them is not at fault
 * @param alerts not read further yet
 * @param span the value of {@code pipeline}
 */
public record PipelineSpec(
    String file,
    Path folder,
    Placed<String> name,
    Optional<Placed<String>> description,
    List<Variable> vars,
    List<SourceSpec> sources,
    List<StepSpec> steps,
    Map<String, Placed<ErrorPolicy>> onError,
    List<SinkSpec> sinks,
    Set<String> unread,
    Placed<OutputMode> outputMode,
    Placed<TriggerSpec> trigger,
    Optional<Placed<Path>> checkpoint,
    Placed<ZoneId> timeZone,
    Placed<WatermarkPolicy> watermarkPolicy,
    Optional<Placed<String>> lateRows,
    Optional<ConnectorSpec> deadLetter,
    Optional<Placed<Long>> stateMemory,
    Placed<Long> retainBatches,
    Optional<YamlNode> alerts,
    UpgradeSpec upgrade,
    Span span) {
  public PipelineSpec {
    vars = List.copyOf(vars);
    sources = List.copyOf(sources);
    steps = List.copyOf(steps);
    onError = Collections.unmodifiableMap(new TreeMap<>(onError));
    sinks = List.copyOf(sinks);
    unread = Collections.unmodifiableSet(new TreeSet<>(unread));
  }

  /** The same with other sources. */
  public PipelineSpec withSources(List<SourceSpec> others) {
    return new PipelineSpec(
        file,
        folder,
        name,
        description,
        vars,
        others,
        steps,
        onError,
        sinks,
        unread,
        outputMode,
        trigger,
        checkpoint,
        timeZone,
        watermarkPolicy,
        lateRows,
        deadLetter,
        stateMemory,
        retainBatches,
        alerts,
        upgrade,
        span);
  }

  /** Ids of the plan's nodes whose failed rows go to the dead letters. */
  public Set<String> keepsFailedRows() {
    return onError.entrySet().stream()
        .filter(step -> step.getValue().value() == ErrorPolicy.DEAD_LETTER)
        .map(step -> "steps." + step.getKey())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A variable and its value in force. */
  public record Variable(Placed<String> name, Placed<String> value) {}
}
