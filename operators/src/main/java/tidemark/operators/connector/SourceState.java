package tidemark.operators.connector;

import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What a source remembers between micro-batches, by key: files read, positions reached. It is part
 * of the micro-batch's state: it becomes durable with the commit, or not at all.
 */
public interface SourceState {
  byte @Nullable [] get(byte[] key);

  void put(byte[] key, byte[] value);

  void remove(byte[] key);

  /** Visits entries in no stated order until the visitor answers false. */
  void forEach(BiPredicate<byte[], byte[]> visitor);

  /** How many keys there are. */
  long size();
}
