package tidemark.runner.reader;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A part of a record that may be left out in the file: there and good, there and bad (which was
 * reported), or not there.
 */
final class Part<T> {
  private final Optional<T> value;
  private final boolean good;

  private Part(Optional<T> value, boolean good) {
    this.value = value;
    this.good = good;
  }

  /** Reads a node; empty = what is wrong was reported. */
  @FunctionalInterface
  interface Reader<T> {
    Optional<T> read(Item item);
  }

  static <T> Part<T> of(Optional<Item> item, Reader<T> reader) {
    Optional<T> value = item.flatMap(reader::read);
    return new Part<>(value, item.isEmpty() || value.isPresent());
  }

  Optional<T> value() {
    return value;
  }

  T otherwise(T missing) {
    return value.orElse(missing);
  }

  /** False if it is there and bad. */
  boolean isGood() {
    return good;
  }

  /** The other part if this one is not there. */
  Part<T> or(Supplier<Part<T>> other) {
    return value.isPresent() || !good ? this : other.get();
  }

  static boolean allGood(Part<?>... parts) {
    return Arrays.stream(parts).allMatch(Part::isGood);
  }
}
