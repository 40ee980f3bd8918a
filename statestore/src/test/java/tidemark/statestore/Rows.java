package tidemark.statestore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Shorthands of the tests for keys, values and whole stores. */
public final class Rows {
  private Rows() {}

  /** A key of the group with this text. */
  public static byte[] key(int group, String text) {
    byte[] rest = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] key = new byte[rest.length + 1];
    key[0] = (byte) group;
    System.arraycopy(rest, 0, key, 1, rest.length);
    return key;
  }

  public static byte[] value(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  public static SortedMap<byte[], byte[]> sorted() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** Every row of the range, in the order of the cursor. */
  public static List<String> scanned(StateStore store, KeyRange range) {
    List<String> rows = new ArrayList<>();
    try (StateCursor cursor = store.scan(range)) {
      while (cursor.next()) {
        rows.add(text(cursor.key(), cursor.value()));
      }
    }
    return rows;
  }

  /** Every row of a key group, in the order of the walk. */
  public static List<String> walked(StateStore store, int keyGroup) {
    List<String> rows = new ArrayList<>();
    try (GroupWalk walk = store.walk(keyGroup)) {
      while (walk.next()) {
        int from = walk.keyStart();
        byte[] key = Arrays.copyOfRange(walk.keyArray(), from, from + walk.keyLength());
        rows.add(text(key, walk.value()));
      }
    }
    return rows;
  }

  public static List<String> all(StateStore store) {
    return scanned(store, KeyRange.all());
  }

  public static List<String> all(Map<byte[], byte[]> model) {
    return model.entrySet().stream().map(row -> text(row.getKey(), row.getValue())).toList();
  }

  public static String text(byte[] key, byte[] value) {
    return hex(key) + "=" + hex(value);
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }

  /** Ids 1, 2, 3, … in the form of real ones. */
  public static IdSource countingIds(long first) {
    long[] next = {first};
    return () -> String.format("%016x", next[0]++);
  }
}
