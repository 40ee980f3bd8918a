package tidemark.operators.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tidemark.operators.format.ByteSink;

class RunDecoderTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** Every width, runs and packed groups of any length, read in pieces of any length. */
  @Test
  void whatWasWrittenIsRead() throws IOException {
    for (int round = 0; round < 2_000; round++) {
      int width = round % 33;
      int[] values = values(width);
      RunDecoder decoder = decoder(values, width);
      int[] read = new int[values.length];
      for (int at = 0; at < read.length; ) {
        int count = random.nextInt(1, read.length - at + 1);
        decoder.read(read, at, count);
        at += count;
      }
      assertThat(read).as("seed %d, width %d", SEED, width).isEqualTo(values);
    }
  }

  @Test
  void onesAreSkippedOnlyWhereThereIsNothingElse() throws IOException {
    for (int round = 0; round < 500; round++) {
      int[] values = values(1);
      RunDecoder decoder = decoder(values, 1);
      for (int at = 0; at < values.length; ) {
        int count = random.nextInt(1, values.length - at + 1);
        int[] next = Arrays.copyOfRange(values, at, at + count);
        if (decoder.skipOnes(count)) {
          assertThat(next).as("seed %d", SEED).containsOnly(1);
        } else {
          boolean[] isZero = new boolean[count];
          assertThat(decoder.readZeros(isZero, 0, count)).isEqualTo(Arrays.stream(next).sum());
          for (int i = 0; i < count; i++) {
            assertThat(isZero[i]).as("seed %d", SEED).isEqualTo(next[i] == 0);
          }
        }
        at += count;
      }
    }
  }

  private int[] values(int width) {
    int[] values = new int[random.nextInt(1, 400)];
    for (int at = 0; at < values.length; ) {
      int run = Math.min(values.length - at, random.nextInt(3) == 0 ? random.nextInt(1, 40) : 1);
      int value = width == 0 ? 0 : random.nextInt() >>> Integer.SIZE - width;
      Arrays.fill(values, at, at + run, value);
      at += run;
    }
    return values;
  }

  private RunDecoder decoder(int[] values, int width) throws IOException {
    ByteSink sink = new ByteSink();
    RunEncoder.write(values, 0, values.length, width, sink);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int before = random.nextInt(20);
    bytes.write(new byte[before]);
    sink.drainTo(bytes);
    int end = bytes.size();
    byte[] slack = new byte[8];
    Arrays.fill(slack, (byte) random.nextInt());
    bytes.write(slack);
    return new RunDecoder(bytes.toByteArray(), before, end, width);
  }
}
