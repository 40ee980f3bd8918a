package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import tidemark.operators.Partitions;
import tidemark.operators.batch.Batch;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.lowering.StaticTablePlan;
import tidemark.operators.plan.LogicalOp;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableIndex;
import tidemark.operators.table.TableIndexBuilder;
import tidemark.operators.table.TableShare;
import tidemark.runner.report.Amounts;

/** Reads static sources into memory, within a micro-batch and on its workers. */
final class TableLoad {
  private final OpenPipeline pipeline;
  private final Workers threads;
  private final BatchCounters counters;
  private final EvaluationContext evaluation;
  private final Optional<SinkBatch> deadLetters;
  private final StepFailures failures;
  private final long limitBytes;

  TableLoad(
      OpenPipeline pipeline,
      Workers threads,
      BatchCounters counters,
      EvaluationContext evaluation,
      Optional<SinkBatch> deadLetters,
      StepFailures failures,
      long limitBytes) {
    this.pipeline = pipeline;
    this.threads = threads;
    this.counters = counters;
    this.evaluation = evaluation;
    this.deadLetters = deadLetters;
    this.failures = failures;
    this.limitBytes = limitBytes;
  }

  /** The memory that all static sources may take together. */
  long limitBytes() {
    return limitBytes;
  }

  /**
   * The table in memory, with an index for each join that reads it.
   *
   * @param joins those that read it whole
   * @param room bytes that it may take
   * @throws Failure TM703 if it takes more
   */
  LoadedTable read(
      PlanNode scan, List<PlanNode> joins, TableVersion version, Source source, long room) {
    String id = ((LogicalOp.StaticScan) scan.op()).source();
    StaticTablePlan plan = StaticTablePlan.of(scan, joins, pipeline::needed);
    List<Split> splits =
        version.range().map(r -> source.split(r, threads.count())).orElse(List.of());
    List<ScanSplit> all = splits.stream().map(s -> new ScanSplit(scan, s)).toList();
    int[] starts = SplitShares.starts(all, threads.count());
    List<TableShare> read = new ArrayList<>();
    for (int worker = 0; worker < threads.count(); worker++) {
      read.add(plan.share(evaluation, failures.rows(joins.get(0))));
    }
    Room left = new Room(id, room);
    threads.run(
        Partitions.of(threads.count()),
        worker -> {
          List<ScanSplit> share = all.subList(starts[worker], starts[worker + 1]);
          readShare(source, id, share, read.get(worker), worker, left);
        });
    StaticTable table = TableShare.table(read);
    Map<String, TableIndex> indexes = new TreeMap<>();
    for (PlanNode join : joins) {
      indexes.put(join.id(), index(plan.index(join, table)));
    }
    LoadedTable loaded = new LoadedTable(version, table, indexes);
    left.check(loaded.bytes(), loaded.rows());
    return loaded;
  }

  private void readShare(
      Source source, String id, List<ScanSplit> splits, TableShare share, int worker, Room room) {
    DeadLetters bad =
        new DeadLetters(
            id,
            pipeline.definition().tables().get(id).request().badRecords(),
            counters.bad(id),
            deadLetters.map(sink -> sink.writer(worker)).orElse(null));
    for (ScanSplit split : splits) {
      ReadRequest request = new ReadRequest(pipeline.needed(split.scan()), bad);
      try (SplitReader reader = source.open(split.split(), request)) {
        SplitOrigin origin = new SplitOrigin(id, split.split(), reader);
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          long before = share.bytes();
          share.add(batch.from(origin));
          room.take(share.bytes() - before, batch.count());
        }
      }
    }
    bad.flush();
  }

  private TableIndex index(TableIndexBuilder builder) {
    int count = threads.count();
    Partitions parts = Partitions.of(count);
    threads.run(parts, part -> builder.hash(part, count));
    threads.run(parts, part -> builder.count(part, count));
    builder.order();
    threads.run(parts, part -> builder.fill(part, count));
    return builder.index();
  }

  /** The memory that a table may take; shared by the threads that read it. */
  private final class Room {
    private final String source;
    private final long bytes;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();

    Room(String source, long bytes) {
      this.source = source;
      this.bytes = bytes;
    }

    void take(long more, int moreRows) {
      check(taken.addAndGet(more), rows.addAndGet(moreRows));
    }

    void check(long needed, long soFar) {
      if (needed > bytes) {
        throw new Failure(
            Code.TM703,
            "static source `"
                + source
                + "` does not fit into memory: "
                + Amounts.count(soFar)
                + " rows take "
                + Amounts.bytes(needed)
                + ", and static sources may take "
                + Amounts.bytes(limitBytes)
                + " together",
            "raise `memory: {state: …}` and the heap (-Xmx, of which they may take half), or leave"
                + " rows out in `match` and columns out in `select`");
      }
    }
  }
}
