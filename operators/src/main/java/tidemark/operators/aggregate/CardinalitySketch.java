package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The registers of one group: a sorted list of those that are not zero while they are few, else a
 * byte each.
 */
final class CardinalitySketch implements Sketch {
  private static final int RANK_BITS = 6;
  private static final int RANK_MASK = (1 << RANK_BITS) - 1;
  private static final int OVERHEAD = 72;
  private static final byte SPARSE = 0;
  private static final byte DENSE = 1;

  private final CardinalityEstimator estimator;

  /** {@code register << 6 | rank}, ascending; unused once {@link #dense} is there. */
  private int[] sparse = new int[4];

  private int used;
  private byte @Nullable [] dense;

  CardinalitySketch(CardinalityEstimator estimator) {
    this.estimator = estimator;
  }

  void add(long hash) {
    raise(estimator.register(hash), estimator.rank(hash));
  }

  private void raise(int register, int rank) {
    byte[] registers = dense;
    if (registers != null) {
      registers[register] = (byte) Math.max(registers[register], rank);
      return;
    }
    int at = Arrays.binarySearch(sparse, 0, used, register << RANK_BITS);
    int place = at < 0 ? -at - 1 : at;
    if (place < used && sparse[place] >> RANK_BITS == register) {
      sparse[place] = register << RANK_BITS | Math.max(sparse[place] & RANK_MASK, rank);
    } else if (used * 8 >= estimator.registers()) {
      spread();
      raise(register, rank);
    } else {
      insert(place, register << RANK_BITS | rank);
    }
  }

  private void insert(int place, int entry) {
    if (used == sparse.length) {
      sparse = Arrays.copyOf(sparse, used * 2);
    }
    System.arraycopy(sparse, place, sparse, place + 1, used - place);
    sparse[place] = entry;
    used++;
  }

  private void spread() {
    byte[] registers = new byte[estimator.registers()];
    for (int i = 0; i < used; i++) {
      registers[sparse[i] >> RANK_BITS] = (byte) (sparse[i] & RANK_MASK);
    }
    dense = registers;
    sparse = new int[0];
    used = 0;
  }

  void merge(CardinalitySketch other) {
    byte[] registers = other.dense;
    if (registers == null) {
      for (int i = 0; i < other.used; i++) {
        raise(other.sparse[i] >> RANK_BITS, other.sparse[i] & RANK_MASK);
      }
      return;
    }
    for (int i = 0; i < registers.length; i++) {
      if (registers[i] > 0) {
        raise(i, registers[i]);
      }
    }
  }

  long estimate() {
    byte[] registers = dense;
    int count = registers == null ? used : registers.length;
    double inverseSum = estimator.registers() - count;
    int zeros = estimator.registers() - count;
    for (int i = 0; i < count; i++) {
      int rank = registers == null ? sparse[i] & RANK_MASK : registers[i];
      inverseSum += 1.0 / (1L << rank);
      zeros += rank == 0 ? 1 : 0;
    }
    return estimator.estimate(inverseSum, zeros);
  }

  /**
   * Writes a binary value: a byte 0, then each entry {@code register << 6 | rank} as an integer; or
   * a byte 1, then a byte a register.
   */
  void encode(StateWriter out, StateWriter scratch) {
    scratch.reset();
    byte[] registers = dense;
    scratch.writeRaw(new byte[] {registers == null ? SPARSE : DENSE}, 0, 1);
    if (registers != null) {
      scratch.writeRaw(registers, 0, registers.length);
    } else {
      for (int i = 0; i < used; i++) {
        scratch.writeLong(sparse[i]);
      }
    }
    out.writeBytes(scratch.bytes(), 0, scratch.size());
  }

  /** Adds a written sketch. */
  void mergeEncoded(StateReader in) {
    int length = in.readCount();
    int end = in.position() + length;
    boolean isDense = in.readBoolean();
    for (int i = 0; in.position() < end; i++) {
      if (isDense) {
        int rank = in.bytes()[in.position()];
        in.skipRaw(1);
        if (rank > 0) {
          raise(i, rank);
        }
      } else {
        int entry = (int) in.readLong();
        raise(entry >> RANK_BITS, entry & RANK_MASK);
      }
    }
  }

  @Override
  public long memory() {
    byte[] registers = dense;
    return OVERHEAD + 4L * sparse.length + (registers == null ? 0 : registers.length);
  }
}
