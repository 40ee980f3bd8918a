package tidemark.runner.engine.microbatch;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.Partitions;
import tidemark.operators.WorkBlocks;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.Notice;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.Split;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.lowering.Lowering;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.BatchObserver;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.CrashPoint;
import tidemark.runner.engine.EngineOptions;
import tidemark.runner.replay.ReplayRequests;
import tidemark.runner.report.Amounts;
import tidemark.statestore.StateRef;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OffsetEntry;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * Does one micro-batch that the offset log names: reads its ranges, runs the steps, makes the state
 * durable, lets every sink take effect once, and commits. A failure before the commit leaves the
 * checkpoint as it was.
 */
final class BatchRun {
  /** Below this much input one worker is quicker than several. */
  private static final long SMALL_BYTES = 256 << 10;

  /** From this much input on, a worker without work takes over some of another's. */
  private static final long LARGE_BYTES = 32 << 20;

  private final OpenPipeline pipeline;
  private final OutcomeLedger ledger;
  private final Workers threads;
  private final Watermarks watermarks;
  private final CrashPoint crashPoint;
  private final Clock clock;
  private final BatchObserver observer;
  private final OffsetEntry entry;
  private final CommittedBatch last;
  private final BatchTimes times;
  private final BatchCounters counters = new BatchCounters();
  private Optional<Replay> replay = Optional.empty();
  private final Map<String, SinkBatch> sinkBatches = new TreeMap<>();
  private boolean mayBeThere;

  BatchRun(
      OpenPipeline pipeline,
      OutcomeLedger ledger,
      Workers threads,
      Watermarks watermarks,
      EngineOptions options,
      OffsetEntry entry,
      CommittedBatch last) {
    this.pipeline = pipeline;
    this.ledger = ledger;
    this.threads = threads;
    this.watermarks = watermarks;
    this.crashPoint = options.crashPoint();
    this.clock = options.clock();
    this.observer = options.observer();
    this.entry = entry;
    this.last = last;
    this.times = new BatchTimes(pipeline.plan(), entry, last);
  }

  /**
   * What came of a micro-batch.
   *
   * @param notices what must not stay silent, by source
   */
  record Done(CommittedBatch committed, BatchProgress progress, Map<String, Notice> notices) {}

  /**
   * Runs it to its commit.
   *
   * @param answers what sinks have said of the batch just now, by id; the others are asked
   */
  Done run(Map<String, Outcome> answers) {
    long began = clock.millis();
    Map<String, Range> ranges = new TreeMap<>();
    entry.sources().forEach((id, json) -> ranges.put(id, RangeText.parse(json)));
    replay =
        Optional.ofNullable(ranges.remove(ReplayRequests.SOURCE))
            .map(range -> Replay.of(Replay.request(range), pipeline.replays()));
    beginSinks(answers);
    BatchGraph graph = compute(ranges);
    reached(Boundary.READ);
    ranges.forEach((id, range) -> source(id).advance(range, pipeline.progress(id)));
    tellWhatIsCovered();
    makeDurable();
    StateRef state = pipeline.checkpoint().state().sealed();
    pipeline.checkpoint().confirmLease();
    mayBeThere = true;
    sinkBatches.forEach(this::commitSink);
    reached(Boundary.SINK_COMMITTED);
    Done done = done(graph, ranges, began);
    commit(done, state);
    ledger.close();
    sinkBatches.values().forEach(SinkBatch::close);
    reached(Boundary.COMMITTED);
    return done;
  }

  /** Drops what is not committed. */
  void abort() {
    sinkBatches.values().forEach(SinkBatch::close);
    pipeline.checkpoint().state().discard();
  }

  /** Whether no sink had the batch when it began, and none was told to take it since. */
  boolean isUnknownToSinks() {
    return !mayBeThere && sinkBatches.size() == pipeline.sinks().size();
  }

  /**
   * Seals the state while the sinks wait for the disk; one after the other where somebody watches
   * what is reached, so that what a crash there leaves behind is the same each time.
   */
  private void makeDurable() {
    Runnable prepare = () -> sinkBatches.values().forEach(SinkBatch::prepare);
    if (crashPoint == CrashPoint.NONE) {
      threads.both(prepare, this::sealState);
    } else {
      sealState();
      prepare.run();
    }
    reached(Boundary.SINK_PREPARED);
  }

  private void sealState() {
    StateRef unused = pipeline.checkpoint().state().seal(entry.batch());
    reached(Boundary.STATE_SEALED);
  }

  private void beginSinks(Map<String, Outcome> answers) {
    for (Map.Entry<String, Sink> sink : pipeline.sinks().entrySet()) {
      OperationKey key = ledger.key(sink.getKey(), entry.batch());
      Outcome known = answers.get(sink.getKey());
      Outcome outcome =
          known == null ? ledger.outcome(sink.getKey(), sink.getValue(), entry.batch()) : known;
      observer.asked(key, outcome);
      switch (outcome) {
        case COMMITTED -> {}
        case ABSENT -> sinkBatches.put(sink.getKey(), sink.getValue().begin(key));
        case UNKNOWN -> {
          if (!ledger.maySendAgain(sink.getKey(), sink.getValue(), entry.batch())) {
            throw ledger.unknown(sink.getKey(), sink.getValue(), entry.batch());
          }
          sinkBatches.put(sink.getKey(), sink.getValue().begin(key));
          mayBeThere = true;
        }
      }
    }
  }

  /** Only without state could the batches that a target holds be gone on after without them. */
  private void tellWhatIsCovered() {
    boolean isKept =
        sinkBatches.keySet().stream()
            .anyMatch(id -> pipeline.sinks().get(id).delivery().isMarked());
    if (isKept && pipeline.keepsState().isEmpty()) {
      CoveredInput.after(pipeline)
          .ifPresent(input -> sinkBatches.values().forEach(part -> part.covers(input)));
    }
  }

  private void commitSink(String id, SinkBatch part) {
    ledger.commit(
        id,
        pipeline.sinks().get(id),
        entry.batch(),
        () -> {
          crashPoint.committing(id, entry.batch());
          part.commit();
          crashPoint.tookEffect(id, entry.batch());
        });
    observer.tookEffect(ledger.key(id, entry.batch()));
  }

  private BatchGraph compute(Map<String, Range> ranges) {
    Partitions partitions = partitions(ranges);
    List<ScanSplit> splits = splits(ranges, partitions.workers());
    replay.ifPresent(r -> splits.addAll(r.splits(pipeline.plan())));
    EvaluationContext evaluation =
        new EvaluationContext(pipeline.plan().zone(), entry.batchTimeMillis());
    Optional<SinkBatch> deadLetters = DeadLetters.sink(pipeline, sinkBatches);
    StepFailures failures =
        new StepFailures(
            pipeline.definition(), counters, deadLetters, behindAllWriters(partitions));
    pipeline
        .tables()
        .load(
            entry,
            new TableLoad(
                pipeline,
                threads,
                counters,
                evaluation,
                deadLetters,
                failures,
                pipeline.asked().roomForTables()),
            observer);
    BatchGraph graph = new BatchGraph(pipeline, partitions, times, counters, sinkBatches, failures);
    ScanRun scans = new ScanRun(pipeline, graph, counters, evaluation, deadLetters);
    int[] starts = SplitShares.starts(splits, partitions.workers());
    boolean mayCutAnywhere = pipeline.plan().nodes().stream().allMatch(Lowering::isExact);
    WorkBlocks blocks =
        mayCutAnywhere ? WorkBlocks.of(partitions, starts) : WorkBlocks.fixed(partitions, starts);
    threads.run(
        partitions,
        partition -> scans.run(splits, blocks.open(partition), partition),
        () ->
            observer.reading(
                entry.batch(), counters.inputRows(), counters.inputBytes(), bytes(ranges)));
    replay.ifPresent(r -> r.giveRows(pipeline.plan(), graph, counters));
    graph.finish(threads);
    failures.flush();
    return graph;
  }

  private Partitions partitions(Map<String, Range> ranges) {
    long bytes = bytes(ranges);
    boolean small = !ranges.isEmpty() && bytes < SMALL_BYTES;
    int workers = small ? 1 : threads.count();
    return new Partitions(workers, workers > 1 && bytes >= LARGE_BYTES);
  }

  /** Static sources are read by all threads, however few partitions the micro-batch has. */
  private int behindAllWriters(Partitions partitions) {
    return Math.max(partitions.count(), threads.count());
  }

  private static long bytes(Map<String, Range> ranges) {
    return ranges.values().stream().mapToLong(Range::bytes).sum();
  }

  private List<ScanSplit> splits(Map<String, Range> ranges, int workers) {
    List<ScanSplit> splits = new ArrayList<>();
    for (PlanNode node : pipeline.plan().nodes()) {
      if (node.op() instanceof LogicalOp.Scan scan && ranges.containsKey(scan.source())) {
        for (Split split : source(scan.source()).split(ranges.get(scan.source()), workers)) {
          splits.add(new ScanSplit(node, split));
        }
      }
    }
    return splits;
  }

  private Source source(String id) {
    Source source = pipeline.sources().get(id);
    if (source == null) {
      throw new Failure(
          Code.TM503,
          "batch " + entry.batch() + " reads source `" + id + "`, which the pipeline no longer has",
          "run the pipeline once as it was, so that the batch is finished");
    }
    return source;
  }

  private Done done(BatchGraph graph, Map<String, Range> ranges, long began) {
    Map<String, Long> largest = graph.largestMicros();
    WatermarkState next = watermarks.after(entry.watermark(), largest);
    CommittedBatch committed =
        new CommittedBatch(
            entry.batch(),
            entry.planGeneration(),
            entry.batchTimeMillis(),
            entry.watermark().globalMillis(),
            next,
            replay.map(Replay::request).orElse(last.replayed()),
            watermarks.activity(last.activity(), largest, entry.batchTimeMillis()),
            times.handedOn());
    BatchProgress progress =
        new BatchProgress(
            entry.batch(),
            ranges.isEmpty() && replay.isEmpty(),
            counters.inputRows(),
            bytes(ranges),
            counters.outputRows(),
            counters.badRows(),
            counters.deadLetteredRows(),
            graph.tooFarAhead(),
            entry.watermark().globalMillis(),
            next.globalMillis(),
            counters.withReadersCounts(graph.metrics()),
            counters.lookups(),
            clock.millis() - began,
            backlog());
    Map<String, Notice> notices = new TreeMap<>(counters.tooFarAhead().notices(entry.batch()));
    notices.putAll(silent(next, largest.keySet()));
    return new Done(committed, progress, notices);
  }

  /** The sources that hold the watermark back without having rows. */
  private Map<String, Notice> silent(WatermarkState next, Set<String> withRows) {
    Map<String, Notice> notices = new TreeMap<>();
    long now = entry.batchTimeMillis();
    for (Watermarks.Node node :
        watermarks.fallenSilent(next, withRows, last.activity(), last.batchTimeMillis(), now)) {
      String silence = Amounts.duration(now - last.activity().get(node.id()));
      Notice notice =
          new Notice(
              Code.TM704,
              "no row for %s, which holds the watermark back at %s; set `idle_after` if that is normal"
                  .formatted(silence, Instant.ofEpochMilli(next.globalMillis())),
              1);
      pipeline.plan().node(node.id()).stream()
          .flatMap(n -> FutureSkew.sources(n).stream())
          .forEach(source -> notices.put(source, notice));
    }
    return notices;
  }

  private Backlog backlog() {
    long units = 0;
    long bytes = 0;
    long behindMillis = 0;
    for (Source source : pipeline.sources().values()) {
      Backlog backlog = source.backlog();
      units += backlog.units();
      bytes += backlog.bytes();
      behindMillis = Math.max(behindMillis, backlog.behindMillis());
    }
    return new Backlog(units, bytes, behindMillis);
  }

  private void commit(Done done, StateRef state) {
    Map<String, String> outcomes = new TreeMap<>();
    pipeline.sinks().keySet().forEach(sink -> outcomes.put(sink, "committed"));
    Map<String, String> extra =
        DecidedOutcomes.written(ledger.decisions(outcomes.keySet(), entry.batch()));
    extra.putAll(done.committed().written());
    CommitEntry commit =
        new CommitEntry(
            entry.batch(),
            pipeline.checkpoint().epoch(),
            entry.planGeneration(),
            done.committed().watermark(),
            state,
            outcomes,
            counts(done.progress()),
            extra);
    if (!pipeline.checkpoint().commits().append(entry.batch(), commit)) {
      throw PipelineRun.takenOver(entry.batch());
    }
  }

  private Map<String, Long> counts(BatchProgress progress) {
    Map<String, Long> counts = BatchCounts.of(progress);
    pipeline.tables().rows().forEach((id, rows) -> counts.put(CommittedTable.counter(id), rows));
    return counts;
  }

  private void reached(Boundary boundary) {
    crashPoint.reached(boundary, entry.batch());
  }
}
