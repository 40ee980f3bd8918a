package tidemark.operators.stateful;

import tidemark.operators.state.StateRows;

/**
 * Tells from the rows that a share has looked up whether the others should wait until their key
 * group is settled. They should if the keys are so many that each look-up waits for memory, and if
 * little is dropped by it: all rows that wait are kept. Used by one thread.
 */
final class WaitingGain {
  /** So many stored keys are more than the processor's cache holds. */
  private static final long MANY = 1 << 20;

  /** So many first rows tell how it goes on, where many keys are stored. */
  private static final int ENOUGH_OF_MANY = 1 << 12;

  /** And so many where nothing is known of the number of keys: more than the cache holds. */
  private static final int ENOUGH = 1 << 17;

  /** At least one of so many rows must be a first one. */
  private static final int MOST_KEPT = 8;

  /** At most one of so many rows whose key is not stored may be a repetition. */
  private static final int FEW_REPEATED = 8;

  private final int enough;
  private long rows;
  private long notStored;
  private long first;

  /**
   * @param enough how many first rows tell how it goes on
   */
  WaitingGain(int enough) {
    this.enough = enough;
  }

  /** How many first rows tell how it goes on, given what is stored. */
  static int enough(StateRows stored) {
    return stored.count() >= MANY ? ENOUGH_OF_MANY : ENOUGH;
  }

  /**
   * Counts rows that were looked up.
   *
   * @param moreNotStored those whose key is not stored
   * @param moreFirst those of them that are the first of their key
   */
  void add(int more, int moreNotStored, int moreFirst) {
    rows += more;
    notStored += moreNotStored;
    first += moreFirst;
  }

  boolean isWorthWaiting() {
    return first >= enough
        && first * MOST_KEPT >= rows
        && (notStored - first) * FEW_REPEATED <= notStored;
  }
}
