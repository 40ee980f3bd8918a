package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.Emitter;
import tidemark.operators.OperatorContext;
import tidemark.operators.Partitions;
import tidemark.operators.Share;
import tidemark.operators.SpareMemory;
import tidemark.operators.StatefulOperator;
import tidemark.operators.StatelessOperator;
import tidemark.operators.StepMetrics;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkWriter;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.late.LateRows;
import tidemark.operators.lowering.Lowering;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.state.StateAccess;
import tidemark.operators.state.StateRows;
import tidemark.operators.stateless.WatermarkOperator;
import tidemark.runner.engine.microbatch.EarlierSteps.EarlierStep;

/**
 * The operators of one micro-batch and how they are connected, one chain a partition. Rows are
 * pushed from a scan, or from a gathering step that is finished, through the steps that read it,
 * down to the next gathering steps and sinks.
 */
final class BatchGraph {
  private final OpenPipeline pipeline;
  private final Partitions partitions;
  private final EvaluationContext evaluation;
  private final StepFailures failures;
  private final Lowering lowering;
  private final BatchTimes times;
  private final BatchCounters counters;
  private final Map<String, SinkBatch> sinkBatches;
  private final Map<String, StatefulOperator> gathering = new LinkedHashMap<>();
  private final Map<String, List<WatermarkOperator>> watermarks = new TreeMap<>();
  private final List<List<WatermarkOperator>> watermarksByPartition = new ArrayList<>();
  private final Map<String, Emitter[]> outputs = new LinkedHashMap<>();
  private final Map<String, Emitter> shared = new LinkedHashMap<>();

  /**
   * @param sinkBatches where rows go, by sink; a sink that holds the batch already is absent, and
   *     its rows are dropped
   * @param failures takes the rows on which a step fails
   */
  BatchGraph(
      OpenPipeline pipeline,
      Partitions partitions,
      BatchTimes times,
      BatchCounters counters,
      Map<String, SinkBatch> sinkBatches,
      StepFailures failures) {
    this.pipeline = pipeline;
    this.partitions = partitions;
    this.times = times;
    this.counters = counters;
    this.sinkBatches = sinkBatches;
    this.evaluation = new EvaluationContext(pipeline.plan().zone(), times.batchTimeMillis());
    this.failures = failures;
    this.lowering = new Lowering(evaluation, failures::rows);
    for (int partition = 0; partition < partitions.count(); partition++) {
      watermarksByPartition.add(new ArrayList<>());
    }
    connect();
  }

  /** Where the rows of a scan go. */
  Emitter output(PlanNode node, int partition) {
    return outputs.get(node.id())[partition];
  }

  /** The input end of a step with one input, for the first partition. */
  Emitter inputOf(PlanNode node) {
    return inputs(node, 0, 0);
  }

  Lowering lowering() {
    return lowering;
  }

  /** Finishes the gathering steps, inputs first, each on all threads. */
  void finish(Workers threads) {
    for (PlanNode node : pipeline.plan().nodes()) {
      StatefulOperator operator = gathering.get(node.id());
      if (operator != null) {
        finish(node, operator, threads);
      }
    }
  }

  private void finish(PlanNode node, StatefulOperator operator, Workers threads) {
    told(
        node,
        () -> {
          threads.run(partitions, operator::settle);
          threads.run(partitions, partition -> operator.finish(partition, output(node, partition)));
        });
  }

  /** A value that does not fit its type may come of many rows: then no row can be told. */
  private static void told(PlanNode node, Runnable work) {
    try {
      work.run();
    } catch (Failure e) {
      throw e.code() == Code.TM610 && e.written().isEmpty() ? FailedRowText.ofGroup(node, e) : e;
    }
  }

  Map<String, StepMetrics> metrics() {
    Map<String, StepMetrics> metrics = new TreeMap<>();
    gathering.forEach((id, operator) -> metrics.put(id, operator.metrics()));
    return metrics;
  }

  /** Largest event time seen, in microseconds, by watermark node; absent if none. */
  Map<String, Long> largestMicros() {
    Map<String, Long> largest = new TreeMap<>();
    watermarks.forEach(
        (id, operators) ->
            operators.stream()
                .mapToLong(WatermarkOperator::largestMicros)
                .filter(micros -> micros != Long.MIN_VALUE)
                .max()
                .ifPresent(micros -> largest.put(id, micros)));
    return largest;
  }

  /** Rows whose event time was not believed. */
  long tooFarAhead() {
    return watermarks.values().stream()
        .flatMap(List::stream)
        .mapToLong(WatermarkOperator::tooFarAhead)
        .sum();
  }

  /** The same of one partition, while it is read. */
  long tooFarAhead(int partition) {
    return watermarksByPartition.get(partition).stream()
        .mapToLong(WatermarkOperator::tooFarAhead)
        .sum();
  }

  /** The latest event time of one partition that was not believed. */
  long latestTooFarAheadMicros(int partition) {
    return watermarksByPartition.get(partition).stream()
        .mapToLong(WatermarkOperator::latestMicros)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private void connect() {
    List<PlanNode> nodes = pipeline.plan().nodes();
    for (PlanNode node : nodes) {
      if (Lowering.isGathering(node)) {
        gathering.put(node.id(), gathering(node));
      }
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Emitter[] ends = new Emitter[partitions.count()];
      for (int partition = 0; partition < ends.length; partition++) {
        ends[partition] = fanOut(nodes.get(i), partition);
      }
      outputs.put(nodes.get(i).id(), ends);
    }
  }

  private StatefulOperator gathering(PlanNode node) {
    OutputMode mode = pipeline.plan().mode();
    StateAccess state = node.op().isStateful() ? pipeline.state(node) : BatchGraph::noStore;
    OperatorContext context =
        new OperatorContext(
            times.of(node),
            mode,
            partitions,
            state,
            partition -> lateRows(node, partition),
            pipeline.spare(node));
    List<Lowering.EarlierNode> earlier = new ArrayList<>();
    if (node.op().isStateful()) {
      for (EarlierStep step : pipeline.earlier(node)) {
        earlier.add(
            new Lowering.EarlierNode(
                step.node(),
                new OperatorContext(
                    times.of(node),
                    closingMode(step.mode(), mode),
                    partitions,
                    step.stores(),
                    partition -> LateRows.DROPPED,
                    new SpareMemory())));
      }
    }
    return lowering.gathering(node, context, earlier);
  }

  private LateRows lateRows(PlanNode node, int partition) {
    return pipeline
        .definition()
        .lateRows()
        .map(sink -> lateRows(node, sink, partition))
        .orElse(LateRows.DROPPED);
  }

  private LateRows lateRows(PlanNode node, String sink, int partition) {
    SinkBatch sinkBatch = sinkBatches.get(sink);
    return new LateRowsWriter(
        PlanNode.step(node.id()),
        times.of(node).lateUpToMillis(),
        counters.output(sink),
        sinkBatch == null ? null : sinkBatch.writer(partition));
  }

  private static StateRows noStore(String name) {
    throw new IllegalStateException("a step without state asks for " + name);
  }

  /**
   * How groups of an earlier definition leave: handed out if the step handed out closed groups
   * then, all of them every time if it hands out everything now, else silently.
   */
  private static OutputMode closingMode(OutputMode then, OutputMode now) {
    if (now == OutputMode.COMPLETE) {
      return OutputMode.COMPLETE;
    }
    return then == OutputMode.APPEND ? OutputMode.APPEND : OutputMode.UPDATE;
  }

  private Emitter fanOut(PlanNode node, int partition) {
    List<Emitter> inputs = new ArrayList<>();
    for (PlanNode consumer : pipeline.plan().consumers(node)) {
      for (int input = 0; input < consumer.inputs().size(); input++) {
        if (consumer.inputs().get(input).id().equals(node.id())) {
          inputs.add(inputs(consumer, input, partition));
        }
      }
    }
    if (inputs.size() == 1) {
      return inputs.get(0);
    }
    return batch -> inputs.forEach(input -> input.emit(batch));
  }

  /** An input end of a step in a partition; the same one for every input of a union. */
  private Emitter inputs(PlanNode node, int input, int partition) {
    int end = Lowering.isGathering(node) ? input : 0;
    return shared.computeIfAbsent(
        node.id() + "/" + end + "/" + partition, key -> input(node, end, partition));
  }

  private Emitter input(PlanNode node, int input, int partition) {
    if (node.op() instanceof LogicalOp.Write write) {
      return writer(write.sink(), partition);
    }
    if (Lowering.isGathering(node)) {
      Share share = lowering.guarded(node, input, gathering.get(node.id()).share(input, partition));
      return batch -> told(node, () -> share.process(batch));
    }
    Emitter out = output(node, partition);
    if (node.op() instanceof LogicalOp.Union) {
      return batch -> out.emit(batch.withColumns(node.schema(), columns(batch)));
    }
    StatelessOperator operator = stateless(node, partition);
    return batch -> operator.process(batch, out);
  }

  private StatelessOperator stateless(PlanNode node, int partition) {
    if (node.op() instanceof LogicalOp.Watermark) {
      return watermark(node, partition);
    }
    if (node.op() instanceof LogicalOp.StaticJoin) {
      return pipeline
          .asked()
          .of(node)
          .map(table -> lookup(table, node, partition))
          .orElseGet(
              () ->
                  lowering.staticJoin(node, pipeline.tables().index(node), pipeline.needed(node)));
    }
    return lowering.stateless(node);
  }

  private StatelessOperator lookup(AskedTable table, PlanNode node, int partition) {
    DeadLetters bad =
        new DeadLetters(
            table.id(),
            pipeline.definition().tables().get(table.id()).request().badRecords(),
            counters.bad(table.id()),
            DeadLetters.sink(pipeline, sinkBatches)
                .map(sink -> sink.writer(partition))
                .orElse(null));
    FetchedRows rows =
        new FetchedRows(
            table,
            evaluation,
            failures.rows(node),
            new ReadRequest(pipeline.needed(node.inputs().get(1)), bad),
            bad::flush,
            counters.lookup(node.id()));
    return lowering.lookup(node, rows.none(), rows, pipeline.needed(node));
  }

  private static Column[] columns(Batch batch) {
    Column[] columns = new Column[batch.schema().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    return columns;
  }

  private WatermarkOperator watermark(PlanNode node, int partition) {
    long skew = FutureSkew.of(pipeline.definition(), node);
    long bound = Math.multiplyExact(times.batchTimeMillis() + skew, 1000L);
    WatermarkOperator operator = Lowering.watermark(node, bound);
    watermarks.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(operator);
    watermarksByPartition.get(partition).add(operator);
    return operator;
  }

  private Emitter writer(String sink, int partition) {
    SinkBatch sinkBatch = sinkBatches.get(sink);
    AtomicLong counter = counters.output(sink);
    if (sinkBatch == null) {
      return batch -> counter.addAndGet(batch.count());
    }
    SinkWriter writer = sinkBatch.writer(partition);
    return batch -> {
      counter.addAndGet(batch.count());
      writer.write(batch);
    };
  }
}
