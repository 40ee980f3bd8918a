package tidemark.runner.engine.microbatch;

import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;

/** What a source remembers that is read whole every time: nothing. */
final class NoProgress implements SourceState {
  @Override
  public byte @Nullable [] get(byte[] key) {
    return null;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    throw new UnsupportedOperationException("a static source remembers nothing");
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
