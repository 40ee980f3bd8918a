package tidemark.operators.parquet;

import java.util.Arrays;

/**
 * The levels and values of one leaf for the row group being built. Numbers, truth values and the
 * bits of doubles are longs; byte values stand one behind the other.
 */
final class LeafBuffer {
  private final Physical physical;
  private final int maxDefinition;
  private final int maxRepetition;
  private int[] definitions = new int[1024];
  private int[] repetitions = new int[0];
  private int levels;
  private long[] numbers = new long[0];
  private byte[] bytes = new byte[0];
  private int[] ends = new int[0];
  private int values;

  LeafBuffer(Physical physical, int maxDefinition, int maxRepetition) {
    this.physical = physical;
    this.maxDefinition = maxDefinition;
    this.maxRepetition = maxRepetition;
  }

  Physical physical() {
    return physical;
  }

  int maxDefinition() {
    return maxDefinition;
  }

  int maxRepetition() {
    return maxRepetition;
  }

  /** Values, nulls and empty lists. */
  int levels() {
    return levels;
  }

  int[] definitions() {
    return definitions;
  }

  int[] repetitions() {
    return repetitions;
  }

  /** Values that are there. */
  int values() {
    return values;
  }

  long[] numbers() {
    return numbers;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Where the byte values end; each begins where the one before ends. */
  int[] ends() {
    return ends;
  }

  int start(int value) {
    return value == 0 ? 0 : ends[value - 1];
  }

  /** Bytes that are held, roughly. */
  long size() {
    return 4L * levels + (physical.isBytes() ? 4L * values + start(values) : 8L * values);
  }

  /** Appends a place that has no value. */
  void absent(int repetition, int definition) {
    level(repetition, definition);
  }

  void number(int repetition, long value) {
    level(repetition, maxDefinition);
    if (values == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(1024, 2 * values));
    }
    numbers[values++] = value;
  }

  void bytes(int repetition, byte[] source, int offset, int length) {
    level(repetition, maxDefinition);
    int start = start(values);
    if (values == ends.length) {
      ends = Arrays.copyOf(ends, Math.max(1024, 2 * values));
    }
    if (length > bytes.length - start) {
      long wanted = Math.max((long) start + length, Math.max(4096, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
    }
    System.arraycopy(source, offset, bytes, start, length);
    ends[values++] = start + length;
  }

  void clear() {
    levels = 0;
    values = 0;
  }

  private void level(int repetition, int definition) {
    if (levels == definitions.length) {
      definitions = Arrays.copyOf(definitions, 2 * levels);
    }
    definitions[levels] = definition;
    if (maxRepetition > 0) {
      if (repetitions.length < definitions.length) {
        repetitions = Arrays.copyOf(repetitions, definitions.length);
      }
      repetitions[levels] = repetition;
    }
    levels++;
  }
}
