package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;
import tidemark.operators.codec.LittleEndian;

/** Truth values in runs, behind their length in bytes. */
final class RunBooleans implements Values {
  private final RunDecoder runs;

  RunBooleans(byte[] bytes, int from, int to) throws DamagedException {
    int length = to - from < 4 ? -1 : LittleEndian.getInt(bytes, from);
    if (length < 0 || length > to - from - 4) {
      throw PlainValues.tooShort();
    }
    this.runs = new RunDecoder(bytes, from + 4, from + 4 + length, 1);
  }

  @Override
  public void booleans(boolean[] target, int at, int count) throws DamagedException {
    int unused = runs.readZeros(target, at, count);
    for (int i = at; i < at + count; i++) {
      target[i] = !target[i];
    }
  }
}
