package tidemark.runner.engine.microbatch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.Emitter;
import tidemark.operators.WorkBlocks;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.Condition;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Filter;
import tidemark.operators.lowering.ReadConditions;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.engine.PipelineDefinition.DefinedSource;

/** Reads the splits of a partition and pushes their rows into the graph. */
final class ScanRun {
  private final OpenPipeline pipeline;
  private final BatchGraph graph;
  private final BatchCounters counters;
  private final EvaluationContext evaluation;
  private final Optional<SinkBatch> deadLetters;

  ScanRun(
      OpenPipeline pipeline,
      BatchGraph graph,
      BatchCounters counters,
      EvaluationContext evaluation,
      Optional<SinkBatch> deadLetters) {
    this.pipeline = pipeline;
    this.graph = graph;
    this.counters = counters;
    this.evaluation = evaluation;
    this.deadLetters = deadLetters;
  }

  /**
   * Reads a partition's part of the splits in order, on the calling thread.
   *
   * @param own their places in the list
   */
  void run(List<ScanSplit> splits, WorkBlocks.Part own, int partition) {
    Map<String, DeadLetters> bad = new TreeMap<>();
    for (int next = own.next(); next != WorkBlocks.NONE; next = own.next()) {
      ScanSplit split = splits.get(next);
      String source = ((LogicalOp.Scan) split.scan().op()).source();
      DeadLetters records = bad.computeIfAbsent(source, id -> deadLetters(id, partition));
      read(split, source, records, partition);
    }
    bad.values().forEach(DeadLetters::flush);
  }

  private DeadLetters deadLetters(String source, int partition) {
    DefinedSource defined = pipeline.definition().sources().get(source);
    return new DeadLetters(
        source,
        defined.request().badRecords(),
        counters.bad(source),
        deadLetters.map(sink -> sink.writer(partition)).orElse(null));
  }

  private SplitReader open(String id, Split split, ReadRequest request) {
    if (!(split instanceof ReplaySplit replayed)) {
      return pipeline.sources().get(id).open(split, request);
    }
    DefinedSource source = pipeline.definition().sources().get(id);
    ReadRequest lines =
        new ReadRequest(
            request.needed(), replayed.reports(request.badRecords()), request.conditions());
    return source
        .connector()
        .reread(source.request(), lines, split.location(), replayed.lines())
        .orElseThrow(
            () ->
                new Failure(
                    Code.TM650,
                    "records of `" + id + "` are to be read again, which it cannot",
                    "run the pipeline once as it was when the replay was asked for"));
  }

  private void read(ScanSplit split, String source, DeadLetters bad, int partition) {
    PlanNode scan = split.scan();
    Emitter out = graph.output(scan, partition);
    Optional<Filter> filter = graph.lowering().readFilter(scan);
    Optional<TimedRows> timed =
        ((LogicalOp.Scan) scan.op())
            .timed()
            .map(t -> new TimedRows(scan.schema(), t, counters.withoutTime(t.step())));
    long before = graph.tooFarAhead(partition);
    List<Condition> conditions =
        ((LogicalOp.Scan) scan.op())
            .filter()
            .map(f -> ReadConditions.of(f, scan.schema(), evaluation))
            .orElse(List.of());
    ReadRequest request = new ReadRequest(pipeline.needed(scan), bad, conditions);
    try (SplitReader reader = open(source, split.split(), request)) {
      long bytes = 0;
      SplitOrigin origin = new SplitOrigin(source, split.split(), reader);
      for (Batch next = reader.next(); next != null; next = reader.next()) {
        Batch batch = next.from(origin);
        Selection read =
            filter.isPresent() ? filter.get().keep(batch, batch.selection()) : batch.selection();
        Selection kept = timed.isPresent() ? timed.get().keep(batch, read) : read;
        counters.addInput(kept.count());
        counters.addBytes(reader.bytesRead() - bytes);
        bytes = reader.bytesRead();
        if (kept.count() > 0) {
          out.emit(batch.select(kept));
        }
      }
    }
    long tooFarAhead = graph.tooFarAhead(partition) - before;
    if (tooFarAhead > 0) {
      counters
          .tooFarAhead()
          .add(
              source,
              split.split().location(),
              tooFarAhead,
              graph.latestTooFarAheadMicros(partition));
    }
  }
}
