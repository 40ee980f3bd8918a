package tidemark.runner.layout;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.types.DataType;

/**
 * How the rows of one store lie in bytes; enough to decode them without the pipeline file.
 *
 * @param name the store's name below its step
 * @param rowKey the parts of a stored key, in order
 * @param key the fields that own the row, in the order in which they are stored
 * @param rowValue how a stored value is written
 * @param value the other fields, in the order in which they are stored
 * @param layout the number that rows are written with from now on
 * @param layouts by number, the fields of every layout that stored rows may still have; the newest
 *     is that of {@code value}
 */
public record StoreLayout(
    String name,
    List<KeyPart> rowKey,
    List<StateField> key,
    RowValue rowValue,
    List<StateField> value,
    int layout,
    Map<Integer, List<StoredField>> layouts) {
  public StoreLayout {
    rowKey = List.copyOf(rowKey);
    key = List.copyOf(key);
    value = List.copyOf(value);
    layouts = Collections.unmodifiableMap(new TreeMap<>(layouts));
  }

  /** A store whose rows all have layout 1. */
  public static StoreLayout first(
      String name,
      List<KeyPart> rowKey,
      List<StateField> key,
      RowValue rowValue,
      List<StateField> value) {
    return new StoreLayout(name, rowKey, key, rowValue, value, 1, Map.of(1, stored(value)));
  }

  /** What rows hold of these fields. */
  public static List<StoredField> stored(List<StateField> value) {
    return value.stream().map(f -> new StoredField(f.id(), f.type(), f.nullable())).toList();
  }

  /** A part of a stored key. */
  public record KeyPart(Kind kind, int field) {
    /** How the part is written. */
    public enum Kind {
      /** One byte: the key group. */
      GROUP,
      /**
       * Eight bytes, sign flipped, big-endian: a timestamp field in microseconds; null is the
       * greatest.
       */
      TIME,
      /** As {@link #TIME}, a copy of a field that stands again further on; null is the greatest. */
      CLOSING,
      /** Eight bytes, sign flipped, big-endian: a number that tells rows apart. */
      NUMBER,
      /** A mark for null, and the value in bytes that sort as the values do. */
      KEY;

      /** As the document writes it. */
      public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
      }
    }

    /** The key group, first in every key. */
    public static final KeyPart GROUP = new KeyPart(Kind.GROUP, 0);

    public static KeyPart time(int field) {
      return new KeyPart(Kind.TIME, field);
    }

    public static KeyPart closing(int field) {
      return new KeyPart(Kind.CLOSING, field);
    }

    public static KeyPart number(int field) {
      return new KeyPart(Kind.NUMBER, field);
    }

    public static KeyPart key(int field) {
      return new KeyPart(Kind.KEY, field);
    }
  }

  /** How a stored value is written. */
  public enum RowValue {
    /** The layout's number as a varint, then the fields one after the other. */
    FIELDS,
    /** One number of eight bytes, big-endian; no layout number. */
    LONG,
    /** Nothing: an index, all of it is in the key. */
    NONE,
    /**
     * An index over several rows: the layout's number and a count as varints, then for each row its
     * time after that of the key, the length and the bytes of its key behind the key group. The key
     * ends with two numbers of eight bytes that make it unique.
     */
    BUNDLE;

    /** As the document writes it. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** A value field as the rows of one layout hold it. */
  public record StoredField(int id, DataType type, boolean nullable) {}
}
