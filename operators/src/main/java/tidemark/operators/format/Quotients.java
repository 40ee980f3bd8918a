package tidemark.operators.format;

/**
 * Quotients by constants without a division, which costs twenty times as much and which the quick
 * compiler leaves to the processor: products with the constant's inverse in units of 2^-n, rounded
 * up. They are exact in the ranges that are given, as its error is too small to reach the next
 * whole number there.
 */
final class Quotients {
  private Quotients() {}

  /** A sixtieth of 0 to 86,399. */
  static int bySixty(int value) {
    return (int) (value * 559_241L >>> 25);
  }

  /** A hundredth of an int that is not negative. */
  static int byHundred(int value) {
    return (int) (value * 1_374_389_535L >>> 37);
  }

  /** A thousandth of 0 to 999,999. */
  static int byThousand(int value) {
    return (int) (value * 274_877_907L >>> 38);
  }

  /** The whole seconds of the microseconds of a day: 64 of them at a time, so that they are few. */
  static int seconds(long microsOfDay) {
    return (int) ((microsOfDay >>> 6) * 2_251_799_814L >>> 45);
  }
}
