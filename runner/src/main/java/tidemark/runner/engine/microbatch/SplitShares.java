package tidemark.runner.engine.microbatch;

import java.util.List;

/**
 * Cuts a sequence of work into contiguous shares of about equal bytes. Contiguous, so that the
 * order of rows is the same whatever the number of workers: worker 0's rows come first.
 */
final class SplitShares {
  private SplitShares() {}

  /** Where each worker's share begins, and at last where the sequence ends. */
  static int[] starts(List<ScanSplit> splits, int workers) {
    long total = 0;
    for (ScanSplit split : splits) {
      total += weight(split);
    }
    int[] starts = new int[workers + 1];
    long before = 0;
    for (int i = 0; i < splits.size(); i++) {
      long middle = before + weight(splits.get(i)) / 2;
      int worker = (int) Math.min(workers - 1, middle * workers / total);
      starts[worker + 1] = i + 1;
      before += weight(splits.get(i));
    }
    for (int worker = 1; worker <= workers; worker++) {
      starts[worker] = Math.max(starts[worker], starts[worker - 1]);
    }
    return starts;
  }

  private static long weight(ScanSplit split) {
    return Math.max(1, split.split().bytes());
  }
}
