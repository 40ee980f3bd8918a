package tidemark.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.plan.LogicalOp.StaticJoin.Kind;
import tidemark.operators.stateless.JoinedRows;
import tidemark.operators.stateless.PairColumns;
import tidemark.operators.stateless.PairColumns.Place;
import tidemark.operators.stateless.ProjectOperator;
import tidemark.operators.stateless.StaticJoinOperator;
import tidemark.operators.table.IndexKey;
import tidemark.operators.table.StaticTable;
import tidemark.operators.table.TableIndexBuilder;
import tidemark.operators.table.TableShare;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * What it costs to find a row's partner in a table and to put the table's columns beside it: a
 * number or a short text as key, every key once in the table, half of the rows with a partner.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StaticJoinBenchmark {
  private static final int BATCHES = 64;
  private static final Schema ROWS =
      Schema.of(Field.of("id", SimpleType.BIGINT), Field.of("name", SimpleType.STRING));

  @Param({"1000", "1000000"})
  int tableRows;

  @Param({"0", "1"})
  int key;

  private final Batch[] batches = new Batch[BATCHES];
  private StaticJoinOperator join;
  private int next;
  private long rows;

  /** A table of all numbers below {@code tableRows}, and batches of numbers below twice that. */
  @Setup
  public void fill() {
    List<Evaluator> both = List.of(column(0), column(1));
    TableShare share = new TableShare(ROWS, both, Optional.empty());
    for (int from = 0; from < tableRows; from += Batch.MAX_ROWS) {
      BatchBuilder builder = new BatchBuilder(ROWS);
      for (int id = from; id < Math.min(tableRows, from + Batch.MAX_ROWS); id++) {
        append(builder, id);
      }
      share.add(builder.take());
    }
    StaticTable table = TableShare.table(List.of(share));
    TableIndexBuilder index =
        new TableIndexBuilder(table, List.of(new IndexKey(key, false)), OptionalInt.empty());
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < BATCHES; i++) {
      BatchBuilder builder = new BatchBuilder(ROWS);
      for (int row = 0; row < Batch.MAX_ROWS; row++) {
        append(builder, random.nextInt(2 * tableRows));
      }
      batches[i] = builder.take();
    }
    PairColumns columns = new PairColumns(ROWS, List.of(new Place(false, 0), new Place(true, 1)));
    join =
        new StaticJoinOperator(
            Kind.INNER,
            index.build().probe(List.of(column(key))),
            Optional.empty(),
            new JoinedRows(table, columns, new ProjectOperator(ROWS, both)));
  }

  private static void append(BatchBuilder builder, int id) {
    ((LongBuilder) builder.column(0)).append(id);
    ((BytesBuilder) builder.column(1)).append("user number " + id);
    builder.closeRow();
  }

  private static Evaluator column(int position) {
    return (batch, selected) -> batch.column(position);
  }

  /** A batch of rows; the count keeps the join alive. */
  @Benchmark
  @OperationsPerInvocation(Batch.MAX_ROWS)
  public long join() {
    join.process(batches[next++ % BATCHES], joined -> rows += joined.count());
    return rows;
  }
}
