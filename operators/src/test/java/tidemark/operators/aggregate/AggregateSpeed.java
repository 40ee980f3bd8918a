package tidemark.operators.aggregate;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Prints nanoseconds a row of the hot functions; to be run by hand. */
final class AggregateSpeed {
  private static final int BATCHES = 1024;
  private static final long SEED = 7;

  private AggregateSpeed() {}

  public static void main(String[] arguments) {
    for (int groups : new int[] {1_000, 100_000, 4_000_000}) {
      int[][] groupOf = groups(groups);
      for (DataType type : List.of(SimpleType.BIGINT, SimpleType.DOUBLE)) {
        for (String name : List.of("count", "sum", "avg", "max")) {
          measure(name, type, groups, groupOf);
        }
      }
    }
  }

  private static int[][] groups(int groups) {
    Random random = new Random(SEED);
    int[][] groupOf = new int[BATCHES][Batch.MAX_ROWS];
    for (int[] batch : groupOf) {
      for (int i = 0; i < batch.length; i++) {
        batch[i] = random.nextInt(groups);
      }
    }
    return groupOf;
  }

  private static void measure(String name, DataType type, int groups, int[][] groupOf) {
    AggregateFunction function =
        ((Answer.Resolved)
                new AggregateCatalogue().resolve(name, List.of(AggregateArgument.of(type))))
            .function();
    Accumulators accumulators = function.create();
    accumulators.ensure(groups);
    Column[] columns = {values(type)};
    Selection all = Selection.all(Batch.MAX_ROWS);
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 7; round++) {
      long start = System.nanoTime();
      for (int[] batch : groupOf) {
        accumulators.add(batch, columns, all);
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) (BATCHES * Batch.MAX_ROWS));
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-6s %-7s %9d groups %6.2f ns/row %5.1f bytes/group",
            name,
            type,
            groups,
            best,
            (double) accumulators.memory() / groups));
  }

  private static Column values(DataType type) {
    Random random = new Random(SEED);
    long[] longs = new long[Batch.MAX_ROWS];
    double[] doubles = new double[Batch.MAX_ROWS];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = random.nextInt(1000);
      doubles[i] = random.nextDouble();
    }
    return type == SimpleType.BIGINT
        ? new LongColumn(longs, null, longs.length)
        : new DoubleColumn(doubles, null, doubles.length);
  }
}
