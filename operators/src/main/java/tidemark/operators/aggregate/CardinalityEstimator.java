package tidemark.operators.aggregate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * HyperLogLog++ of one precision: from registers to a number of distinct values. Heule, Nunkesser,
 * Hall, "HyperLogLog in Practice" (2013), with 64-bit hashes, dense registers and the choices that
 * Spark makes: linear counting below a threshold, else the bias as the mean of the six nearest
 * measured ones.
 */
final class CardinalityEstimator {
  private static final int LEAST_PRECISION = 4;
  private static final int GREATEST_MEASURED = 18;
  private static final int NEIGHBOURS = 6;

  /** For each precision from 4 on, the estimate up to which linear counting is better. */
  private static final int[] LINEAR_UP_TO = {
    10, 20, 40, 80, 220, 400, 900, 1800, 3100, 6500, 15500, 20000, 50000, 120000, 350000
  };

  private final int precision;
  private final double[] raw;
  private final double[] bias;

  /**
   * The estimator for a precision.
   *
   * @param precision the registers are {@code 2^precision}; at least 4
   */
  CardinalityEstimator(int precision) {
    this.precision = precision;
    boolean measured = precision <= GREATEST_MEASURED;
    int line = 2 * (precision - LEAST_PRECISION);
    List<String> lines = measured ? measurements() : List.of();
    this.raw = measured ? numbers(lines.get(line)) : new double[0];
    this.bias = measured ? numbers(lines.get(line + 1)) : new double[0];
  }

  /** The precision for a relative standard deviation; below 4 if that is too large. */
  static int precisionFor(double deviation) {
    return (int) Math.ceil(2.0 * Math.log(1.106 / deviation) / Math.log(2.0));
  }

  int precision() {
    return precision;
  }

  /** How many registers there are. */
  int registers() {
    return 1 << precision;
  }

  /** The register that a hash belongs to. */
  int register(long hash) {
    return (int) (hash >>> (Long.SIZE - precision));
  }

  /** What a hash contributes to its register: the position of the first one bit after the index. */
  int rank(long hash) {
    return Long.numberOfLeadingZeros((hash << precision) | (1L << (precision - 1))) + 1;
  }

  /**
   * The number of distinct values.
   *
   * @param inverseSum the sum of {@code 2^-rank} over all registers
   * @param zeros how many registers are zero
   */
  long estimate(double inverseSum, int zeros) {
    int m = registers();
    double estimate = alpha() * m * m / inverseSum;
    if (zeros > 0) {
      double linear = m * Math.log((double) m / zeros);
      boolean small =
          precision <= GREATEST_MEASURED && linear <= LINEAR_UP_TO[precision - LEAST_PRECISION];
      if (small || estimate <= 2.5 * m) {
        return Math.round(linear);
      }
    }
    boolean biased = precision <= GREATEST_MEASURED && estimate < 5.0 * m;
    return Math.round(biased ? estimate - biasAt(estimate) : estimate);
  }

  private double alpha() {
    return switch (precision) {
      case 4 -> 0.673;
      case 5 -> 0.697;
      case 6 -> 0.709;
      default -> 0.7213 / (1.0 + 1.079 / registers());
    };
  }

  private double biasAt(double estimate) {
    int found = Arrays.binarySearch(raw, estimate);
    int nearest = found < 0 ? -found - 1 : found;
    int low = Math.max(nearest - NEIGHBOURS + 1, 0);
    int high = Math.min(low + NEIGHBOURS, raw.length);
    while (high < raw.length && distance(estimate, high) < distance(estimate, low)) {
      low++;
      high++;
    }
    double sum = 0;
    for (int i = low; i < high; i++) {
      sum += bias[i];
    }
    return sum / (high - low);
  }

  private double distance(double estimate, int measurement) {
    double difference = estimate - raw[measurement];
    return difference * difference;
  }

  private static List<String> measurements() {
    try (InputStream in = CardinalityEstimator.class.getResourceAsStream("hyperloglog-bias.txt")) {
      return read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> read(@Nullable InputStream in) {
    if (in == null) {
      throw new IllegalStateException("hyperloglog-bias.txt is missing");
    }
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
