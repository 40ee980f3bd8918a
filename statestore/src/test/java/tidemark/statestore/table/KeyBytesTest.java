package tidemark.statestore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Keys that differ little get hashes that differ as those of random keys. */
final class KeyBytesTest {
  private static final int KEYS = 1 << 16;

  @Test
  void aHashIsOfTheBytesAndNotOfTheirPlace() {
    Random random = new Random(1);
    Set<Integer> hashes = new HashSet<>();
    for (int length = 0; length < 100; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      byte[] around = new byte[length + 20];
      random.nextBytes(around);
      System.arraycopy(bytes, 0, around, 7, length);
      int hash = KeyBytes.hash(bytes, 0, length);
      assertThat(KeyBytes.hash(around, 7, length)).isEqualTo(hash);
      hashes.add(hash);
    }
    assertThat(hashes).hasSize(100);
  }

  @Test
  void everyBitOfAKeyCounts() {
    for (int length = 1; length < 70; length++) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      int hash = KeyBytes.hash(bytes, 0, length);
      for (int bit = 0; bit < 8 * length; bit++) {
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(KeyBytes.hash(bytes, 0, length)).isNotEqualTo(hash);
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
      }
    }
  }

  @Test
  void numbersInARowFillTheSlotsLikeRandomOnes() {
    spread(i -> ByteBuffer.allocate(3).put((byte) 5).putShort((short) i).array());
    spread(i -> ByteBuffer.allocate(5).put((byte) 5).putInt((int) i).array());
    spread(i -> ByteBuffer.allocate(10).put((byte) 5).put((byte) 1).putLong(i).array());
    spread(i -> ByteBuffer.allocate(10).put((byte) 5).put((byte) 1).putLong(i << 40).array());
    spread(i -> ByteBuffer.allocate(18).put((byte) 5).put((byte) 1).putLong(i).putLong(i).array());
    spread(i -> ByteBuffer.allocate(26).put((byte) 5).putLong(9).putLong(i << 8).array());
    spread(i -> ByteBuffer.allocate(26).putLong(2, i * 1_000_000L).putLong(18, i % 3).array());
    spread(i -> ByteBuffer.allocate(33).putLong(17, i).array());
    spread(i -> ("\u0005user-" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    spread(
        i ->
            ("\u0005/a/long/path/" + i + "/page")
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Of as many slots as keys, random hashes leave 1/e free: 24,109, give or take 80. */
  private static void spread(LongFunction<byte[]> keys) {
    BitSet taken = new BitSet(KEYS);
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < KEYS; i++) {
      byte[] key = keys.apply(i);
      int hash = KeyBytes.hash(key, 0, key.length);
      hashes.add(hash);
      taken.set(hash & KEYS - 1);
    }
    assertThat(KEYS - taken.cardinality()).isBetween(23_500, 24_700);
    assertThat(hashes).hasSizeGreaterThan(KEYS - 10);
  }
}
