package tidemark.connectors.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;

/** What a source remembers, in memory. */
final class Remembered implements SourceState {
  private final Map<String, byte[]> values = new TreeMap<>();

  @Override
  public byte @Nullable [] get(byte[] key) {
    return values.get(text(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    values.put(text(key), value);
  }

  @Override
  public void remove(byte[] key) {
    values.remove(text(key));
  }

  @Override
  public void forEach(BiPredicate<byte[], byte[]> visitor) {
    for (Map.Entry<String, byte[]> each : values.entrySet()) {
      if (!visitor.test(each.getKey().getBytes(StandardCharsets.UTF_8), each.getValue())) {
        return;
      }
    }
  }

  @Override
  public long size() {
    return values.size();
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }
}
