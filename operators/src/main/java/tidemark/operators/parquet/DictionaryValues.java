package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/** Values as places in a dictionary. */
final class DictionaryValues implements Values {
  private final Dictionary dictionary;
  private final RunDecoder places;
  private int[] read = new int[0];

  DictionaryValues(Dictionary dictionary, byte[] bytes, int from, int to) throws DamagedException {
    this.dictionary = dictionary;
    int width = from < to ? bytes[from] & 0xFF : 0;
    if (width > Integer.SIZE) {
      throw new DamagedException("a page's dictionary places are damaged");
    }
    this.places = new RunDecoder(bytes, Math.min(from + 1, to), to, width);
  }

  @Override
  public void longs(long[] target, int at, int count) throws DamagedException {
    int[] indices = indices(count);
    long[] values = dictionary.longs();
    for (int i = 0; i < count; i++) {
      target[at + i] = values[indices[i]];
    }
  }

  @Override
  public void doubles(double[] target, int at, int count) throws DamagedException {
    int[] indices = indices(count);
    double[] values = dictionary.doubles();
    for (int i = 0; i < count; i++) {
      target[at + i] = values[indices[i]];
    }
  }

  @Override
  public void booleans(boolean[] target, int at, int count) throws DamagedException {
    int[] indices = indices(count);
    boolean[] values = dictionary.booleans();
    for (int i = 0; i < count; i++) {
      target[at + i] = values[indices[i]];
    }
  }

  @Override
  public void bytes(BytesVector target, int count) throws DamagedException {
    int[] indices = indices(count);
    BytesVector values = dictionary.bytes();
    int[] starts = values.starts;
    int[] lengths = values.lengths;
    if (!target.pointsIntoDictionary(values.data())) {
      for (int i = 0; i < count; i++) {
        target.copy(values.data(), starts[indices[i]], lengths[indices[i]]);
      }
      return;
    }
    int size = target.size;
    for (int i = 0; i < count; i++) {
      target.starts[size + i] = starts[indices[i]];
      target.lengths[size + i] = lengths[indices[i]];
    }
    target.size = size + count;
  }

  private int[] indices(int count) throws DamagedException {
    if (read.length < count) {
      read = new int[count];
    }
    places.read(read, 0, count);
    int size = dictionary.size();
    int outside = 0;
    for (int i = 0; i < count; i++) {
      outside |= size - 1 - read[i] | read[i];
    }
    if (outside < 0) {
      throw new DamagedException("a page points outside of its dictionary");
    }
    return read;
  }
}
