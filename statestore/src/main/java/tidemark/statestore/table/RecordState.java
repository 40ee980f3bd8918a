package tidemark.statestore.table;

/**
 * What is known of a record besides its key and value, as bits. It stands for a row, or (dead) for
 * its absence.
 *
 * <ul>
 *   <li>unsealed: changed since the last seal; new: absent from the version sealed last
 *   <li>below: the working copy may hold an older row of this key; unflushed: it does not hold this
 *       one
 *   <li>gone: the key has another record now, or none
 * </ul>
 */
final class RecordState {
  static final int DEAD = 1;
  static final int UNSEALED = 2;
  static final int NEW = 4;
  static final int BELOW = 8;
  static final int UNFLUSHED = 16;
  static final int GONE = 32;

  /** Of a row whose key has no record. */
  static final int ADDED = UNFLUSHED | NEW;

  private RecordState() {}

  /** Of a row whose key has a dead record. */
  static int addedAfter(int dead) {
    return (dead & UNSEALED) != 0 ? replaced(dead) : ADDED | dead & BELOW;
  }

  /** Of a row that has another value now. */
  static int replaced(int before) {
    return UNFLUSHED | before & (BELOW | UNSEALED | NEW);
  }

  /** Of a record whose key had a dead one, too, which nobody knew of. */
  static int knowing(int state, int dead) {
    boolean wasSealed = (dead & (UNSEALED | NEW)) == UNSEALED;
    return (wasSealed ? state & ~NEW : state) | dead & BELOW;
  }

  /** True of what the next segment must hold, given that it is unsealed. */
  static boolean isChange(int state) {
    return (state & GONE) == 0 && (state & (NEW | DEAD)) != (NEW | DEAD);
  }

  /**
   * True of a record that nothing needs: its key has another one, or it is dead, and no segment and
   * nothing below has to be told.
   */
  static boolean isGarbage(int state) {
    return (state & GONE) != 0 || (state & (DEAD | BELOW | UNSEALED)) == DEAD;
  }

  /** True of what the working copy lacks. */
  static boolean isLackedBelow(int state) {
    return (state & (UNFLUSHED | GONE)) == UNFLUSHED && (state & (DEAD | BELOW)) != DEAD;
  }
}
