package tidemark.operators.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Words and single elements unpack the same, and both come back to what was packed. */
class SnappyTest {
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void whatWasPackedIsUnpacked() throws DamagedException {
    for (int round = 0; round < 2_000; round++) {
      byte[] bytes = bytes();
      byte[] packed = Snappy.pack(bytes, 0, bytes.length);
      assertThat(Snappy.length(packed, 0, packed.length)).isEqualTo(bytes.length);
      byte[] out = new byte[bytes.length];
      Snappy.unpack(packed, 0, packed.length, out);
      assertThat(out).as("seed %d", SEED).isEqualTo(bytes);
      int start = bytes.length < 0x80 ? 1 : 2;
      assertThat(elements(packed, start, bytes.length)).as("seed %d", SEED).isEqualTo(bytes);
    }
  }

  /** Elements that this packer does not write: any length at any distance, also in itself. */
  @Test
  void anyElementsAreUnpackedAlike() throws DamagedException {
    for (int round = 0; round < 2_000; round++) {
      Made made = made();
      byte[] out = new byte[made.length + Codec.SLACK];
      Snappy.unpack(made.bytes, 0, made.bytes.length, out);
      assertThat(Arrays.copyOf(out, made.length))
          .as("seed %d", SEED)
          .isEqualTo(elements(made.bytes, made.start, made.length));
    }
  }

  /** Whatever is wrong with a block, words find the same as single elements do. */
  @Test
  void damageIsFoundAlike() {
    for (int round = 0; round < 5_000; round++) {
      Made made = made();
      byte[] bytes = made.bytes;
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        bytes[random.nextInt(made.start, bytes.length)] = (byte) random.nextInt();
      }
      int to = random.nextInt(3) == 0 ? random.nextInt(made.start, bytes.length) : bytes.length;
      byte[] packed = Arrays.copyOf(bytes, to);
      byte[] expected;
      try {
        expected = elements(packed, made.start, made.length);
      } catch (DamagedException damaged) {
        assertThatThrownBy(() -> Snappy.unpack(packed, 0, to, new byte[made.length + 8]))
            .as("seed %d", SEED)
            .isInstanceOf(DamagedException.class);
        continue;
      }
      byte[] out = new byte[made.length + Codec.SLACK];
      try {
        Snappy.unpack(packed, 0, to, out);
      } catch (DamagedException damaged) {
        throw new AssertionError("seed " + SEED, damaged);
      }
      assertThat(Arrays.copyOf(out, made.length)).as("seed %d", SEED).isEqualTo(expected);
    }
  }

  private static byte[] elements(byte[] packed, int start, int length) throws DamagedException {
    byte[] out = new byte[length];
    SnappyBlock block = new SnappyBlock(packed, start, packed.length, out, length);
    while (block.at < packed.length) {
      block.element();
    }
    if (block.made != length) {
      throw Snappy.damaged();
    }
    return out;
  }

  /** A block, where its elements begin, and what they become. */
  private static final class Made {
    final byte[] bytes;
    final int start;
    final int length;

    Made(byte[] bytes, int start, int length) {
      this.bytes = bytes;
      this.start = start;
      this.length = length;
    }
  }

  private Made made() {
    byte[] body = new byte[8_000];
    int at = 0;
    int length = 0;
    for (int left = random.nextInt(1, 60); left > 0; left--) {
      if (length == 0 || random.nextInt(3) == 0) {
        int size = random.nextInt(4) > 0 ? random.nextInt(1, 20) : random.nextInt(1, 100);
        if (size <= 60) {
          body[at++] = (byte) (size - 1 << 2);
        } else {
          body[at++] = (byte) (60 << 2);
          body[at++] = (byte) (size - 1);
        }
        for (int i = 0; i < size; i++) {
          body[at++] = (byte) random.nextInt();
        }
        length += size;
        continue;
      }
      int most = random.nextBoolean() ? Math.min(length, 20) : length;
      int offset = random.nextInt(1, most + 1);
      int kind = offset < 2048 ? random.nextInt(1, 4) : random.nextInt(2, 4);
      int size = kind == 1 ? random.nextInt(4, 12) : random.nextInt(1, 65);
      if (kind == 1) {
        body[at++] = (byte) (offset >>> 8 << 5 | size - 4 << 2 | 1);
        body[at++] = (byte) offset;
      } else {
        body[at++] = (byte) (size - 1 << 2 | kind);
        for (int i = 0; i < (kind == 2 ? 2 : 4); i++) {
          body[at++] = (byte) (offset >>> 8 * i);
        }
      }
      length += size;
    }
    byte[] header = {(byte) (length & 0x7F | 0x80), (byte) (length >>> 7)};
    byte[] bytes = Arrays.copyOf(header, header.length + at);
    System.arraycopy(body, 0, bytes, header.length, at);
    return new Made(bytes, header.length, length);
  }

  /** Now random, now like numbers of eight bytes that differ in their lower ones, now runs. */
  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(1, 3_000)];
    int kind = random.nextInt(3);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          switch (kind) {
            case 0 -> (byte) random.nextInt();
            case 1 -> (byte) (i % 8 < 3 ? random.nextInt() : i % 8);
            default -> (byte) (i / 50);
          };
    }
    return bytes;
  }
}
