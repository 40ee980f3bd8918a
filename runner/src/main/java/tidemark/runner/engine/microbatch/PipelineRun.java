package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Source;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.engine.PipelineDefinition;
import tidemark.statestore.KeyRange;
import tidemark.statestore.StateCursor;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateStore;
import tidemark.statestore.StoreId;
import tidemark.statestore.checkpoint.Checkpoint;
import tidemark.statestore.checkpoint.CheckpointOptions;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.Recovery;
import tidemark.statestore.checkpoint.SetBack;

/**
 * A pipeline that is open on its checkpoint: runs one micro-batch after the other, the one that an
 * earlier run left unfinished first. After a failure it can only be closed. Used by one thread.
 */
public final class PipelineRun implements AutoCloseable {
  private static final Set<Code> DATA_IS_TO_BLAME =
      Set.of(Code.TM601, Code.TM604, Code.TM610, Code.TM613, Code.TM619, Code.TM624, Code.TM650);

  private final EngineOptions options;
  private final Checkpoint checkpoint;
  private final OpenPipeline pipeline;
  private final OutcomeLedger ledger;
  private final SinkAgreement sinks;
  private final Workers threads;
  private final Watermarks watermarks;
  private final BatchPlanner planner;
  private final PlanGenerations generations;
  private final Generation generation;
  private CommittedBatch last;
  private List<StoreId> abandoned;
  private Optional<OffsetEntry> unfinished;

  private PipelineRun(PipelineDefinition definition, EngineOptions options, Checkpoint checkpoint) {
    this.options = options;
    this.checkpoint = checkpoint;
    readRecovery(checkpoint.recovery());
    this.generations = new PlanGenerations(checkpoint, options.scan());
    this.generation = generation(definition);
    this.pipeline = new OpenPipeline(definition, generation, checkpoint, options);
    this.ledger = new OutcomeLedger(checkpoint, options.clock());
    this.sinks =
        new SinkAgreement(
            pipeline.sinks(),
            ledger,
            new OwedBatches(checkpoint, generation.layout().sinkPlaces()));
    this.threads = new Workers(options.parallelism());
    this.watermarks =
        new Watermarks(watermarkNodes(definition), definition.plan().watermarkPolicy());
    this.planner = new BatchPlanner(pipeline, watermarks, options.clock(), options.observer());
    this.abandoned = generation.abandoned();
    try {
      goOnUnder(generation);
      settleEarlierBatches();
      pipeline.readEarlierPlans();
      takeBack(unfinished.map(OffsetEntry::batch).orElse(last.batch()));
    } catch (RuntimeException e) {
      threads.close();
      pipeline.close();
      throw e instanceof StateFailure damage ? checkpoint.withWayBack(damage) : e;
    }
  }

  /** Brings what is known of the last batch under the names of the plan as it is now. */
  private void goOnUnder(Generation now) {
    unfinished =
        unfinished.filter(e -> new PlannedBatch(e, now, pipeline, ledger).keepOrWithdraw());
    if (now.upgrade().isPresent()) {
      last = last.under(now.upgrade().get());
    }
  }

  private void settleEarlierBatches() {
    boolean isNew = unfinished.isEmpty() && !last.exists();
    Optional<EarlierTargets.Adopted> adopted =
        new EarlierTargets(pipeline, options.onEarlier()).settle(isNew);
    if (adopted.isPresent()) {
      generations.record(generation);
      OffsetEntry entry =
          AdoptedBatch.planned(
              adopted.get(), checkpoint, generation.number(), options.clock().millis());
      if (!checkpoint.offsets().append(entry.batch(), entry)) {
        throw takenOver(entry.batch());
      }
      unfinished = Optional.of(entry);
    }
    Optional<AdoptedBatch> batch = unfinished.flatMap(e -> AdoptedBatch.of(pipeline, e));
    if (batch.isPresent()) {
      last = batch.get().run();
      unfinished = Optional.empty();
    }
  }

  /** The requests first: the note for the next run goes with what sinks have. */
  private void takeBack(long newest) {
    Optional<SetBack> note = checkpoint.setBack();
    if (note.isEmpty()) {
      return;
    }
    checkpoint.confirmLease();
    if (note.get().isUnseen()) {
      pipeline.replays().takeBack(newest);
    }
    sinks.takeBack(note.get(), newest);
  }

  private Generation generation(PipelineDefinition definition) {
    try {
      return generations.of(definition);
    } catch (StateFailure e) {
      throw checkpoint.withWayBack(e);
    }
  }

  /**
   * Opens the pipeline on its checkpoint, which is made if there is none.
   *
   * @throws Failure if the checkpoint does not fit the plan (TM503), a sink belongs to another
   *     pipeline
   * @throws StateFailure if the checkpoint is in use, damaged or not ours
   */
  public static PipelineRun open(PipelineDefinition definition, EngineOptions options) {
    CheckpointOptions checkpointOptions =
        CheckpointOptions.of(
                new CheckpointName(options.checkpoint()).of(definition),
                options.clock(),
                options.ids())
            .withRetainBatches(options.retainBatches())
            .withMemoryBudget(options.memoryBytes())
            .withWhenInUse(options.whenInUse());
    Checkpoint checkpoint = Checkpoint.open(options.checkpoint(), checkpointOptions);
    try {
      return new PipelineRun(definition, options, checkpoint);
    } catch (RuntimeException | Error e) {
      checkpoint.close();
      throw e;
    }
  }

  /** Fixes what exists now as the end of every source, and now as the end of processing time. */
  public void freezeSources() {
    pipeline.sources().values().forEach(Source::freeze);
    freezeTime();
  }

  /** Lets time-outs that are not due by now wait for input. */
  public void freezeTime() {
    planner.freeze();
  }

  /** Runs the next micro-batch within the sources' limits; false if there is nothing to do. */
  public boolean runNext() {
    return runNextOrTellWhoTookOver(BatchPlanner.Allowance.LIMITED);
  }

  /** Runs one micro-batch with everything there is; false if there is nothing to do. */
  public boolean runEverything() {
    return runNextOrTellWhoTookOver(BatchPlanner.Allowance.EVERYTHING);
  }

  /**
   * A run that was taken over meets what the other one did, in the sinks too; its failures mean
   * nothing but that. One that meets a damaged file says which batch one can go back to.
   */
  private boolean runNextOrTellWhoTookOver(BatchPlanner.Allowance allowance) {
    try {
      return runNext(allowance);
    } catch (Failure | StateFailure e) {
      try {
        checkpoint.confirmLease();
      } catch (StateFailure lost) {
        e.addSuppressed(lost);
        throw lost.kind() == StateFailure.Kind.FENCED ? lost : e;
      }
      throw e instanceof StateFailure damage ? checkpoint.withWayBack(damage) : e;
    }
  }

  private boolean runNext(BatchPlanner.Allowance allowance) {
    planAnewIfTablesChanged();
    Optional<OffsetEntry> entry =
        unfinished.isPresent() ? unfinished : planner.next(last, generation.number(), allowance);
    pipeline
        .sources()
        .forEach((id, s) -> s.notices().forEach(n -> options.observer().noticed(id, n)));
    if (entry.isEmpty()) {
      return false;
    }
    Map<String, Outcome> answers =
        unfinished.isPresent() ? Map.of() : sinks.refuseBatchThatOneHas(entry.get().batch());
    generations.record(generation);
    if (unfinished.isEmpty() && !checkpoint.offsets().append(entry.get().batch(), entry.get())) {
      throw takenOver(entry.get().batch());
    }
    unfinished = entry;
    options.crashPoint().reached(Boundary.PLANNED, entry.get().batch());
    run(entry.get(), answers);
    unfinished = Optional.empty();
    return true;
  }

  /**
   * An unfinished batch whose static sources hold other rows by now cannot be repeated. As long as
   * no sink has rows of it, it is planned anew with the rows that there are.
   */
  private void planAnewIfTablesChanged() {
    Map<String, Failure> changed = unfinished.map(pipeline.tables()::changed).orElseGet(Map::of);
    if (changed.isEmpty() || sinks.outcomes(unfinished.get().batch()).contains(Outcome.UNKNOWN)) {
      return;
    }
    long batch = unfinished.get().batch();
    if (sinks.outcomes(unfinished.get().batch()).contains(Outcome.COMMITTED)) {
      throw changed.values().iterator().next();
    }
    changed.forEach(
        (id, failure) ->
            options
                .observer()
                .noticed(
                    id,
                    new Notice(
                        Code.TM624,
                        "changed after batch "
                            + batch
                            + " was planned, of which no sink has rows;"
                            + " the batch is planned anew",
                        1)));
    checkpoint.offsets().withdraw(batch);
    unfinished = Optional.empty();
  }

  private void run(OffsetEntry entry, Map<String, Outcome> answers) {
    BatchRun batch = new BatchRun(pipeline, ledger, threads, watermarks, options, entry, last);
    abandoned.forEach(this::empty);
    BatchRun.Done done;
    try {
      done = batch.run(answers);
    } catch (RuntimeException e) {
      abort(batch, entry, e);
      throw e;
    }
    last = done.committed();
    abandoned = List.of();
    checkpoint.retain();
    done.notices().forEach(options.observer()::noticed);
    options.observer().committed(done.progress());
  }

  /** Drops the rows of a store that nothing owns any more; versions before keep them. */
  private void empty(StoreId id) {
    StateStore store = checkpoint.state().store(id);
    try (StateCursor rows = store.scan(KeyRange.all())) {
      while (rows.next()) {
        rows.remove();
      }
    }
  }

  /** What stopped the batch is what the user must see, whatever dropping its leftovers meets. */
  private void abort(BatchRun batch, OffsetEntry entry, RuntimeException cause) {
    try {
      batch.abort();
      if (cause instanceof Failure failure) {
        withdrawIfDataIsToBlame(failure, entry, batch);
      }
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * A batch that its data failed is planned anew once the data is corrected, as long as no sink has
   * its rows.
   */
  private void withdrawIfDataIsToBlame(Failure failure, OffsetEntry entry, BatchRun batch) {
    if (DATA_IS_TO_BLAME.contains(failure.code()) && batch.isUnknownToSinks()) {
      checkpoint.offsets().withdraw(entry.batch());
      unfinished = Optional.empty();
    }
  }

  private void readRecovery(Recovery recovery) {
    last = CommittedBatch.none();
    unfinished = Optional.empty();
    if (recovery instanceof Recovery.Next next) {
      last = CommittedBatch.of(next.lastOffset(), next.lastCommit());
    } else if (recovery instanceof Recovery.Rerun rerun) {
      unfinished = Optional.of(rerun.planned());
      last =
          CommittedBatch.of(
              rerun.previousCommit().flatMap(c -> checkpoint.offsets().read(c.batch())),
              rerun.previousCommit());
    } else if (recovery instanceof Recovery.Broken broken) {
      throw checkpoint.damage(broken);
    }
  }

  private static List<Watermarks.Node> watermarkNodes(PipelineDefinition definition) {
    List<Watermarks.Node> nodes = new ArrayList<>();
    for (PlanNode node : definition.plan().nodes()) {
      if (node.op() instanceof LogicalOp.Watermark watermark) {
        Optional<Long> idleAfter =
            FutureSkew.sources(node).stream()
                .map(id -> definition.sources().get(id).idleAfterMillis())
                .flatMap(Optional::stream)
                .max(Long::compare);
        nodes.add(new Watermarks.Node(node.id(), watermark.spec().delayMillis(), idleAfter));
      }
    }
    return nodes;
  }

  static Failure takenOver(long batch) {
    return new Failure(
        Code.TM507,
        "another run has taken the checkpoint over and owns batch " + batch,
        "let the other run go on; this one has changed nothing since");
  }

  /** Gives everything back; what is not committed is dropped. */
  @Override
  public void close() {
    threads.close();
    pipeline.close();
    checkpoint.close();
  }

  /** Lets go of everything as a process does that dies: nothing is finished or tidied up. */
  public void abandon() {
    threads.close();
    checkpoint.abandon();
  }
}
