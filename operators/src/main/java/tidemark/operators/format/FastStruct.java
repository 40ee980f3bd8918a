package tidemark.operators.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.Field;
import tidemark.operators.types.StructType;

/** Objects as structs; members that are no fields are passed over. */
final class FastStruct extends FastNested implements FastParts.Part {
  private final StructBuilder builder;
  private final FastNested[] readers;
  private final FastSkip skip;
  private final byte[][] names;
  private final boolean[] nullable;

  /** The field that is looked for first. */
  private int likely;

  FastStruct(StructType type, StructBuilder builder, FastNested[] readers, FastSkip skip) {
    this.builder = builder;
    this.readers = readers;
    this.skip = skip;
    List<Field> fields = type.fields();
    this.names = new byte[fields.size()][];
    this.nullable = new boolean[fields.size()];
    for (int i = 0; i < names.length; i++) {
      names[i] = fields.get(i).name().getBytes(StandardCharsets.UTF_8);
      nullable[i] = fields.get(i).nullable();
    }
  }

  @Override
  int append(byte[] b, int at) {
    if (b[at] != '{') {
      return appendNull(b, at, builder);
    }
    int row = builder.size();
    likely = 0;
    int end = skip.parts.object(b, at, this);
    if (end < 0 || !isWhole(row)) {
      for (int i = 0; i < readers.length; i++) {
        builder.field(i).truncate(row);
      }
      return FastJson.UNSURE;
    }
    builder.closeRow();
    return end;
  }

  /** Makes the fields null that had no value; false if one may not be. */
  private boolean isWhole(int row) {
    for (int i = 0; i < readers.length; i++) {
      if (builder.field(i).size() == row) {
        if (!nullable[i]) {
          return false;
        }
        builder.field(i).appendNull();
      }
    }
    return true;
  }

  @Override
  public int read(byte[] b, int nameStart, int nameEnd, int at) {
    int field = field(b, nameStart, nameEnd);
    if (field < 0) {
      return skip.value(b, at);
    }
    if (!nullable[field] && FastLiterals.isNull(b, at)) {
      return FastJson.UNSURE;
    }
    int end = readers[field].append(b, at);
    likely = field + 1;
    return end;
  }

  private int field(byte[] b, int from, int to) {
    for (int i = likely; i < names.length; i++) {
      if (Arrays.equals(names[i], 0, names[i].length, b, from, to)) {
        return i;
      }
    }
    for (int i = Math.min(likely, names.length) - 1; i >= 0; i--) {
      if (Arrays.equals(names[i], 0, names[i].length, b, from, to)) {
        return i;
      }
    }
    return -1;
  }
}
