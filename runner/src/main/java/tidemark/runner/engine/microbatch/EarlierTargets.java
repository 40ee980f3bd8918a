package tidemark.runner.engine.microbatch;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.EarlierBatches;
import tidemark.operators.connector.EarlierBatches.Held;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.engine.OnEarlier;

/**
 * Micro-batches of this pipeline that the sinks' targets hold when the pipeline is opened, written
 * for another checkpoint. They are never written a second time because a checkpoint was deleted.
 */
final class EarlierTargets {
  private final OpenPipeline pipeline;
  private final OnEarlier choice;
  private final Map<String, EarlierBatches> held = new TreeMap<>();

  EarlierTargets(OpenPipeline pipeline, OnEarlier choice) {
    this.pipeline = pipeline;
    this.choice = choice;
    pipeline
        .sinks()
        .forEach((id, sink) -> sink.earlier().ifPresent(batches -> held.put(id, batches)));
  }

  /**
   * Does what was chosen, before anything is planned.
   *
   * @param isNew whether the checkpoint has no batch
   * @return the batch to go on after, if earlier ones were adopted
   * @throws Failure TM606 if a target holds batches of another checkpoint and they are not to be,
   *     or cannot be, adopted or replayed
   */
  Optional<Adopted> settle(boolean isNew) {
    Optional<String> others = held.keySet().stream().filter(this::isOfAnother).findFirst();
    if (!isNew) {
      if (others.isPresent()) {
        throw refused(
            others.get(),
            "and this checkpoint has batches of its own",
            "go on with that checkpoint, or let the sink write to another target");
      }
      return Optional.empty();
    }
    Optional<String> holder =
        others.or(
            () -> held.keySet().stream().filter(s -> held.get(s).held().newest() >= 0).findFirst());
    switch (choice) {
      case REFUSE -> {
        if (holder.isPresent()) {
          throw refused(
              holder.get(),
              others.isPresent()
                  ? "and this checkpoint is new"
                  : "and this checkpoint has no batch: it was killed while it adopted them",
              "go on with that checkpoint; or `tidemark run --adopt` goes on after the newest"
                  + " batch, where the target's mark says which input is covered; or `--replay`"
                  + " writes everything again, where the target can give up what it has; or let"
                  + " the sink write to another target");
        }
      }
      case ADOPT -> {
        if (holder.isPresent()) {
          return Optional.of(adopt());
        }
      }
      case REPLAY -> {
        holder.ifPresent(this::requireThatNothingIsSentAgain);
        held.values().forEach(EarlierBatches::requireReplayable);
        held.values().forEach(EarlierBatches::drop);
      }
    }
    return Optional.empty();
  }

  /** What has no marks cannot give up what it was sent, and would be sent all of it again. */
  private void requireThatNothingIsSentAgain(String holder) {
    pipeline
        .sinks()
        .forEach(
            (id, sink) -> {
              if (sink.delivery().isSent()) {
                throw refused(
                    holder,
                    "and sink `" + id + "`, which keeps no marks, would be sent everything again",
                    "take sink `%s` out of the file for the run with --replay; when it is there again, it is given what comes from then on"
                        .formatted(id));
              }
            });
  }

  private boolean isOfAnother(String sink) {
    return !held.get(sink).held().queryId().equals(pipeline.checkpoint().queryId());
  }

  private Failure refused(String sink, String why, String wayOut) {
    Held found = held.get(sink).held();
    String batches = found.newest() < 0 ? "no batch yet" : "its batches up to " + found.newest();
    return new Failure(
        Code.TM606,
        "the target of sink `%s` belongs to sink `%s` of checkpoint %s, holds %s, %s"
            .formatted(sink, found.sink(), found.queryId(), batches, why),
        wayOut);
  }

  /**
   * What is adopted.
   *
   * @param batch the newest batch
   */
  record Adopted(long batch, CoveredInput input) {}

  private Adopted adopt() {
    pipeline
        .keepsState()
        .ifPresent(
            step -> {
              throw cannotAdopt(
                  "step `" + step + "` keeps state, which is lost with the checkpoint that had it");
            });
    for (Map.Entry<String, Sink> sink : pipeline.sinks().entrySet()) {
      if (!held.containsKey(sink.getKey())) {
        throw cannotAdopt(
            "the target of sink `" + sink.getKey() + "` does not say which batches it holds");
      }
    }
    Map.Entry<String, EarlierBatches> first = held.entrySet().iterator().next();
    Held all = first.getValue().held();
    held.forEach((id, each) -> requireSame(first.getKey(), all, id, each.held()));
    CoveredInput input = input(first.getKey(), all);
    requireSameSources(input);
    held.values().forEach(EarlierBatches::adopt);
    return new Adopted(all.newest(), input);
  }

  private static void requireSame(String firstId, Held first, String id, Held held) {
    if (!held.sink().equals(id)) {
      throw cannotAdopt(
          "the target of sink `%s` was written by sink `%s`".formatted(id, held.sink()));
    }
    if (held.newest() != first.newest() || !held.input().equals(first.input())) {
      throw cannotAdopt(
          "sink `%s` has batches up to %d and sink `%s` up to %d: what the one lacks cannot be told from what had no rows for it"
              .formatted(firstId, first.newest(), id, held.newest()));
    }
  }

  private static CoveredInput input(String sink, Held held) {
    String text =
        held.input()
            .orElseThrow(
                () ->
                    cannotAdopt(
                        "the mark in the target of sink `%s` does not say which input its batches cover"
                            .formatted(sink)));
    try {
      return CoveredInput.parse(text);
    } catch (IllegalArgumentException e) {
      throw cannotAdopt("the mark in the target of sink `%s` cannot be read".formatted(sink));
    }
  }

  private void requireSameSources(CoveredInput input) {
    for (String id : pipeline.sources().keySet()) {
      CoveredInput.Position position = input.sources().get(id);
      if (position == null || !position.identity().equals(pipeline.identity(id))) {
        throw cannotAdopt(
            position == null
                ? "the batches did not read source `" + id + "`"
                : "source `%s` reads %s, and the batches cover %s"
                    .formatted(id, pipeline.identity(id), position.identity()));
      }
    }
    for (String id : input.sources().keySet()) {
      if (!pipeline.sources().containsKey(id)) {
        throw cannotAdopt("the batches read source `" + id + "`, which the pipeline has not");
      }
    }
  }

  private static Failure cannotAdopt(String why) {
    return new Failure(
        Code.TM606,
        "what the targets hold cannot be adopted: " + why,
        "go on with the checkpoint that wrote it; or `tidemark run --replay`, where the targets can"
            + " give up what they have; or let the sinks write to other targets");
  }
}
