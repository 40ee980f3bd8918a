package tidemark.operators.state;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.types.Field;

/** Writes rows of one older layout as the newest layout has them. Used by many threads. */
final class RowUpgrade {
  private final byte[] header;
  private final Field[] before;
  private final Part[] parts;

  /**
   * @param header what stands before the fields of the newest layout
   * @param missing what rows hold of a field that they lack, by the field's id
   */
  RowUpgrade(
      byte[] header,
      List<StoredField> before,
      List<StoredField> after,
      Map<Integer, MissingField> missing) {
    this.header = header;
    this.before =
        before.stream()
            .map(f -> new Field("field " + f.id(), f.type(), f.nullable()))
            .toArray(Field[]::new);
    this.parts = after.stream().map(f -> part(f, before, missing)).toArray(Part[]::new);
  }

  private static Part part(
      StoredField field, List<StoredField> before, Map<Integer, MissingField> missing) {
    Optional<Part> kept = carried(field, field.id(), before);
    if (kept.isPresent()) {
      return kept.get();
    }
    MissingField given = missing.get(field.id());
    if (given instanceof MissingField.Constant constant) {
      return new Given(constant.stored());
    }
    if (given instanceof MissingField.Copy copy) {
      Optional<Part> copied = carried(field, copy.field(), before);
      if (copied.isPresent()) {
        return copied.get();
      }
    }
    throw new IllegalArgumentException("nothing to fill field " + field.id() + " with");
  }

  private static Optional<Part> carried(StoredField to, int id, List<StoredField> before) {
    for (int position = 0; position < before.size(); position++) {
      StoredField from = before.get(position);
      if (from.id() == id) {
        return Optional.of(
            new Carried(
                position, from.nullable(), to.nullable(), new FieldCast(from.type(), to.type())));
      }
    }
    return Optional.empty();
  }

  byte[] apply(byte[] value) {
    StateReader in = new StateReader(value);
    in.readCount();
    int[] starts = new int[before.length];
    for (int i = 0; i < before.length; i++) {
      starts[i] = in.position();
      in.skipField(before[i]);
    }
    StateWriter out = new StateWriter();
    out.writeRaw(header, 0, header.length);
    for (Part part : parts) {
      part.write(value, starts, in, out);
    }
    return out.toBytes();
  }

  /** One field of the newest layout, and where it comes from. */
  private sealed interface Part {
    /**
     * @param starts where the fields of the older row begin in {@code value}
     * @param in a reader to use
     */
    void write(byte[] value, int[] starts, StateReader in, StateWriter out);
  }

  /** A field whose value the older row has. */
  private record Carried(int position, boolean wasNullable, boolean isNullable, FieldCast cast)
      implements Part {
    @Override
    public void write(byte[] value, int[] starts, StateReader in, StateWriter out) {
      in.open(value, starts[position], value.length - starts[position]);
      boolean present = !wasNullable || in.readPresence();
      if (isNullable) {
        out.writePresence(present);
      }
      if (present) {
        cast.copy(in, out);
      } else if (!isNullable) {
        cast.writeZero(out);
      }
    }
  }

  /** A field that the older row lacks. */
  private static final class Given implements Part {
    private final byte[] stored;

    Given(byte[] stored) {
      this.stored = stored;
    }

    @Override
    public void write(byte[] value, int[] starts, StateReader in, StateWriter out) {
      out.writeRaw(stored, 0, stored.length);
    }
  }
}
