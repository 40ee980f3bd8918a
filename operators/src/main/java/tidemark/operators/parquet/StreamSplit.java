package tidemark.operators.parquet;

/** Values whose first bytes stand together, then their second bytes, and so on. */
final class StreamSplit {
  private StreamSplit() {}

  /** The values, put together first. */
  static Values values(Physical physical, int length, byte[] bytes, int from, int to) {
    int width =
        switch (physical) {
          case INT32, FLOAT -> 4;
          case INT64, DOUBLE -> 8;
          case FIXED_LEN_BYTE_ARRAY -> Math.max(1, length);
          case BOOLEAN, INT96, BYTE_ARRAY -> 0;
        };
    if (width == 0) {
      return new Values() {};
    }
    int count = (to - from) / width;
    byte[] plain = new byte[count * width + 8];
    for (int stream = 0; stream < width; stream++) {
      int source = from + stream * count;
      for (int i = 0, target = stream; i < count; i++, target += width) {
        plain[target] = bytes[source + i];
      }
    }
    return new PlainValues(physical, length, plain, 0, count * width);
  }
}
