package tidemark.statestore;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Makes names that no other run has used or will use: 16 hexadecimal digits. */
@FunctionalInterface
public interface IdSource {
  String next();

  /** Ids drawn from the generator, which must not be seeded alike in two runs. */
  static IdSource random(RandomGenerator random) {
    return () -> HexFormat.of().toHexDigits(random.nextLong());
  }
}
