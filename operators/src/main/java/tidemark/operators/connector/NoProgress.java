package tidemark.operators.connector;

import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What a source remembers that is read whole every time: nothing. */
public final class NoProgress implements SourceState {
  @Override
  public byte @Nullable [] get(byte[] key) {
    return null;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    throw new UnsupportedOperationException("what is read whole is not remembered");
  }

  @Override
  public void remove(byte[] key) {}

  @Override
  public void forEach(BiPredicate<byte[], byte[]> visitor) {}

  @Override
  public long size() {
    return 0;
  }
}
