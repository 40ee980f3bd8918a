package tidemark.operators.builtin;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;

/** A source's state in a map, with a count of look-ups. */
public final class MapState implements SourceState {
  private final Map<String, byte[]> entries = new HashMap<>();
  private long lookUps;

  /** How often a key was looked up. */
  public long lookUps() {
    return lookUps;
  }

  /** Forgets everything. */
  public void clear() {
    entries.clear();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    lookUps++;
    return entries.get(text(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    entries.put(text(key), value);
  }

  @Override
  public void remove(byte[] key) {
    entries.remove(text(key));
  }

  @Override
  public void forEach(BiPredicate<byte[], byte[]> visitor) {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      if (!visitor.test(entry.getKey().getBytes(StandardCharsets.UTF_8), entry.getValue())) {
        return;
      }
    }
  }

  @Override
  public long size() {
    return entries.size();
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }
}
