package tidemark.operators.aggregate;

import java.util.Arrays;

/**
 * A histogram of at most so many bins, each a place and how many values it stands for (Ben-Haim and
 * Tom-Tov, "A Streaming Parallel Decision Tree Algorithm", as Spark has it): a new value is a bin
 * of its own, and while there are too many bins the two nearest become one. For one thread.
 */
final class NumericHistogram implements Sketch {
  private static final long SEED = 31183;
  private static final long MULTIPLIER = 0x5DEECE66DL;
  private static final long MASK = (1L << 48) - 1;

  private final int bins;
  private double[] places;
  private double[] counts;
  private int used;

  /** Of the numbers by which ties are broken: the same for the same values. */
  private long random = (SEED ^ MULTIPLIER) & MASK;

  /**
   * @param bins at least 2
   */
  NumericHistogram(int bins) {
    this.bins = bins;
    this.places = new double[4];
    this.counts = new double[4];
  }

  int used() {
    return used;
  }

  double place(int bin) {
    return places[bin];
  }

  double count(int bin) {
    return counts[bin];
  }

  void add(double value) {
    int bin = 0;
    int low = 0;
    int high = used;
    while (low < high) {
      bin = (low + high) / 2;
      if (places[bin] > value) {
        high = bin;
      } else if (places[bin] < value) {
        bin++;
        low = bin;
      } else {
        break;
      }
    }
    if (bin < used && places[bin] == value) {
      counts[bin]++;
    } else {
      insert(bin, value, 1);
      trim();
    }
  }

  private void insert(int bin, double place, double count) {
    if (used == places.length) {
      places = Arrays.copyOf(places, 2 * used);
      counts = Arrays.copyOf(counts, 2 * used);
    }
    System.arraycopy(places, bin, places, bin + 1, used - bin);
    System.arraycopy(counts, bin, counts, bin + 1, used - bin);
    places[bin] = place;
    counts[bin] = count;
    used++;
  }

  /** Adds a bin behind those whose place is not larger; {@link #trim} is to follow. */
  void insert(double place, double count) {
    int bin = used;
    while (bin > 0 && Double.compare(places[bin - 1], place) > 0) {
      bin--;
    }
    insert(bin, place, count);
  }

  /** Adds what another one has seen. */
  void merge(NumericHistogram other) {
    for (int i = 0; i < other.used; i++) {
      insert(other.places[i], other.counts[i]);
    }
    trim();
  }

  /** Joins the nearest bins until there are not too many. */
  void trim() {
    while (used > bins) {
      join(nearest());
    }
  }

  /** The first bin of the nearest pair, one of several by chance. */
  private int nearest() {
    double smallest = places[1] - places[0];
    int at = 0;
    int ties = 1;
    for (int i = 1; i < used - 1; i++) {
      double difference = places[i + 1] - places[i];
      if (difference < smallest) {
        smallest = difference;
        at = i;
        ties = 1;
      } else if (difference == smallest && nextRandom() <= 1.0 / ++ties) {
        at = i;
      }
    }
    return at;
  }

  private void join(int bin) {
    double sum = counts[bin] + counts[bin + 1];
    places[bin] *= counts[bin] / sum;
    places[bin] += places[bin + 1] / sum * counts[bin + 1];
    counts[bin] = sum;
    int behind = used - bin - 2;
    System.arraycopy(places, bin + 2, places, bin + 1, behind);
    System.arraycopy(counts, bin + 2, counts, bin + 1, behind);
    used--;
  }

  /** As {@link java.util.Random#nextDouble()} of the seed. */
  private double nextRandom() {
    return ((next(26) << 27) + next(27)) * 0x1.0p-53;
  }

  private long next(int bits) {
    random = (random * MULTIPLIER + 0xBL) & MASK;
    return random >>> (48 - bits);
  }

  NumericHistogram copy() {
    NumericHistogram copy = new NumericHistogram(bins);
    copy.places = places.clone();
    copy.counts = counts.clone();
    copy.used = used;
    copy.random = random;
    return copy;
  }

  /** Writes it as {@link HistogramAccumulators#STATE} says. */
  void encode(StateWriter out) {
    out.writeCount(used);
    for (int i = 0; i < used; i++) {
      out.writePresence(true);
      out.writePresence(true);
      out.writeDouble(places[i]);
      out.writePresence(true);
      out.writeDouble(counts[i]);
    }
  }

  static NumericHistogram decode(int bins, StateReader in) {
    NumericHistogram read = new NumericHistogram(bins);
    for (int left = in.readCount(); left > 0; left--) {
      in.readPresence();
      in.readPresence();
      double place = in.readDouble();
      in.readPresence();
      read.insert(read.used, place, in.readDouble());
    }
    return read;
  }

  @Override
  public long memory() {
    return 64 + 16L * places.length;
  }
}
