package tidemark.runner.engine.microbatch;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a sequence of work into contiguous shares of about equal bytes. Contiguous, so that the
 * order of rows is the same whatever the number of workers: worker 0's rows come first.
 */
final class SplitShares {
  private SplitShares() {}

  /** One list a worker, in order; together they are the sequence. */
  static List<List<ScanSplit>> of(List<ScanSplit> splits, int workers) {
    long total = 0;
    for (ScanSplit split : splits) {
      total += weight(split);
    }
    List<List<ScanSplit>> shares = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      shares.add(new ArrayList<>());
    }
    long before = 0;
    for (ScanSplit split : splits) {
      long middle = before + weight(split) / 2;
      int worker = total == 0 ? 0 : (int) Math.min(workers - 1, middle * workers / total);
      shares.get(worker).add(split);
      before += weight(split);
    }
    return shares;
  }

  private static long weight(ScanSplit split) {
    return Math.max(1, split.split().bytes());
  }
}
