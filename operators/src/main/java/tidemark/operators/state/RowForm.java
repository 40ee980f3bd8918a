package tidemark.operators.state;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;

/**
 * How the values of one store are written: the number of a layout as a varint, then its fields.
 * Rows keep the layout that they were written with until they are written again; whoever reads them
 * through {@link StateRows} sees the newest one. Used by many threads.
 */
public final class RowForm {
  /** Every row has layout 1. */
  public static final RowForm FIRST = new RowForm(1, Map.of());

  private final int layout;
  private final byte[] header;
  private final Map<Integer, RowUpgrade> upgrades;

  private RowForm(int layout, Map<Integer, RowUpgrade> upgrades) {
    this.layout = layout;
    this.header = header(layout);
    this.upgrades = upgrades;
  }

  /**
   * The form of a store with a history.
   *
   * @param layout the number that rows are written with
   * @param layouts the fields of every layout that a row may still have, the newest among them
   * @param missing what rows hold of a field of the newest layout that they were stored without, by
   *     the field's id
   */
  public static RowForm of(
      int layout, Map<Integer, List<StoredField>> layouts, Map<Integer, MissingField> missing) {
    List<StoredField> newest =
        Optional.ofNullable(layouts.get(layout))
            .orElseThrow(() -> new IllegalArgumentException("no layout " + layout));
    Map<Integer, RowUpgrade> upgrades = new TreeMap<>();
    layouts.forEach(
        (number, fields) -> {
          if (number != layout) {
            upgrades.put(number, new RowUpgrade(header(layout), fields, newest, missing));
          }
        });
    return new RowForm(layout, upgrades);
  }

  /** The number that rows are written with. */
  public int layout() {
    return layout;
  }

  /** How many bytes stand before the fields of a row of the newest layout. */
  public int headerBytes() {
    return header.length;
  }

  /** What stands before the fields of a row of the newest layout. */
  public byte[] header() {
    return header.clone();
  }

  /** Whether a row may have an older layout. */
  boolean hasHistory() {
    return !upgrades.isEmpty();
  }

  /** Whether the row has the newest layout. */
  public boolean isCurrent(byte[] value) {
    return Arrays.mismatch(
            header, 0, header.length, value, 0, Math.min(header.length, value.length))
        < 0;
  }

  /** The row as the newest layout has it; the same array if it has that layout. */
  public byte[] current(byte[] value) {
    if (upgrades.isEmpty() || isCurrent(value)) {
      return value;
    }
    RowUpgrade upgrade = upgrades.get(number(value));
    if (upgrade == null) {
      throw new IllegalStateException("a stored row of the unknown layout " + number(value));
    }
    return upgrade.apply(value);
  }

  private static int number(byte[] value) {
    return new StateReader(value).readCount();
  }

  private static byte[] header(int layout) {
    StateWriter out = new StateWriter();
    out.writeCount(layout);
    return out.toBytes();
  }
}
