package tidemark.runner.crash;

import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A row of the model's sources.
 *
 * @param ts microseconds
 */
record ModelRow(Optional<Long> ts, Optional<String> k, Optional<Long> g, Optional<Long> v) {
  /** A random row of the file with this number; times move on from file to file, out of order. */
  static ModelRow random(SplittableRandom random, long begin, int file) {
    long lateness = random.nextInt(8) == 0 ? random.nextLong(300 * ModelCase.SECOND) : 0;
    long ts =
        begin + file * 30 * ModelCase.SECOND + random.nextLong(60 * ModelCase.SECOND) - lateness;
    if (random.nextInt(3) == 0) {
      // Borders: whole tens of seconds, where windows and sessions meet.
      ts = Math.floorDiv(ts, 10 * ModelCase.SECOND) * 10 * ModelCase.SECOND;
    }
    return new ModelRow(
        some(random, 12, ts),
        some(random, 10, String.valueOf((char) ('a' + random.nextInt(3)))),
        some(random, 10, (long) random.nextInt(2)),
        some(random, 6, (long) random.nextInt(-5, 6)));
  }

  private static <T> Optional<T> some(SplittableRandom random, int oneIn, T value) {
    return random.nextInt(oneIn) == 0 ? Optional.empty() : Optional.of(value);
  }

  String json() {
    return "{\"ts\":%s,\"k\":%s,\"g\":%s,\"v\":%s}\n"
        .formatted(
            ts.map(ReferenceModel::time).orElse("null"),
            k.map(text -> "\"" + text + "\"").orElse("null"),
            g.map(String::valueOf).orElse("null"),
            v.map(String::valueOf).orElse("null"));
  }
}
