package tidemark.operators.parquet;

import tidemark.operators.codec.DamagedException;

/**
 * What stands before the bytes of a page.
 *
 * @param kind 0 data, 2 dictionary, 3 data of the second version, others are passed over
 * @param checksum CRC-32 of the stored bytes; -1 if there is none
 * @param definitionBytes of the levels of a page of the second version, which are never packed
 * @param isPacked whether the values of a page of the second version are packed
 * @param end offset behind the header, in the bytes it was read from
 */
record PageHeader(
    int kind,
    int unpackedBytes,
    int storedBytes,
    long checksum,
    int values,
    int encoding,
    int levelEncoding,
    int definitionBytes,
    int repetitionBytes,
    boolean isPacked,
    int end) {
  static final int DATA = 0;
  static final int DICTIONARY = 2;
  static final int DATA_V2 = 3;

  static PageHeader read(byte[] bytes, int from, int to) throws DamagedException {
    return new Builder(new ThriftReader(bytes, from, to)).read();
  }

  private static final class Builder {
    private final ThriftReader in;
    private int values = -1;
    private int encoding = -1;
    private int levelEncoding = 3;
    private int definitionBytes;
    private int repetitionBytes;
    private boolean isPacked = true;

    Builder(ThriftReader in) {
      this.in = in;
    }

    PageHeader read() throws DamagedException {
      int kind = -1;
      int unpacked = -1;
      int stored = -1;
      long checksum = -1;
      while (in.next()) {
        switch (in.id()) {
          case 1 -> kind = in.integer();
          case 2 -> unpacked = in.integer();
          case 3 -> stored = in.integer();
          case 4 -> checksum = in.integer() & 0xFFFFFFFFL;
          case 5, 7 -> version1();
          case 8 -> version2();
          default -> in.skip();
        }
      }
      boolean isData = kind == DATA || kind == DATA_V2;
      if (kind < 0
          || unpacked < 0
          || stored < 0
          || (isData || kind == DICTIONARY) && values < 0
          || definitionBytes < 0
          || repetitionBytes < 0
          || (long) definitionBytes + repetitionBytes > Math.min(stored, unpacked)) {
        throw new DamagedException("the header of a page is damaged");
      }
      return new PageHeader(
          kind,
          unpacked,
          stored,
          checksum,
          values,
          encoding,
          levelEncoding,
          definitionBytes,
          repetitionBytes,
          isPacked,
          in.position());
    }

    /** The header of a data page, whose first fields a dictionary page's header shares. */
    private void version1() throws DamagedException {
      boolean isData = in.id() == 5;
      in.open();
      while (in.next()) {
        switch (in.id()) {
          case 1 -> values = in.integer();
          case 2 -> encoding = in.integer();
          case 3 -> {
            if (isData) {
              levelEncoding = in.integer();
            } else {
              in.skip();
            }
          }
          default -> in.skip();
        }
      }
    }

    private void version2() throws DamagedException {
      in.open();
      while (in.next()) {
        switch (in.id()) {
          case 1 -> values = in.integer();
          case 4 -> encoding = in.integer();
          case 5 -> definitionBytes = in.integer();
          case 6 -> repetitionBytes = in.integer();
          case 7 -> isPacked = in.bool();
          default -> in.skip();
        }
      }
    }
  }
}
