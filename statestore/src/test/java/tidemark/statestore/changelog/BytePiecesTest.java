package tidemark.statestore.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytePiecesTest {
  @Test
  void givesBackWhatWasWritten() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    BytePieces pieces = new BytePieces();
    pieces.write(new byte[2_000_000], 0, random.nextInt(2_000_000));
    pieces.clear();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int length : new int[] {0, 1, 4_095, 1, 8_192, 700_000, 3, 300_000}) {
      byte[] bytes = new byte[length + 20];
      random.nextBytes(bytes);
      pieces.write(bytes, 10, length);
      expected.write(bytes, 10, length);
    }
    pieces.write(-1);
    expected.write(-1);

    ByteArrayOutputStream written = new ByteArrayOutputStream();
    pieces.writeTo(written);

    assertThat(written.toByteArray()).as("seed %d", seed).isEqualTo(expected.toByteArray());
  }
}
