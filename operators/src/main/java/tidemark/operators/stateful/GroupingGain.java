package tidemark.operators.stateful;

/**
 * Judges whether a share's grouping makes fewer of its rows. Where nearly every row begins a group,
 * a table of all groups is only a detour. Depends on nothing but the rows, so that a batch that is
 * run again is grouped in the same way.
 */
final class GroupingGain {
  /** Rows between two looks at the groups. */
  static final int LOOK_ROWS = 1 << 16;

  /** More bytes a row are more than its group is worth. */
  private static final int WIDEST_ROW = 128;

  private final int lookRows;
  private boolean isSettled;
  private long rows;
  private int groups;
  private long nextLook;

  GroupingGain(int lookRows) {
    this.lookRows = lookRows;
    this.nextLook = 4L * lookRows;
  }

  /**
   * Whether more than half of the rows that were grouped last began a group.
   *
   * @param more rows that were grouped since the last call
   * @param groupsNow how many groups there are
   */
  boolean isGone(int more, int groupsNow) {
    rows += more;
    if (isSettled || rows < lookRows) {
      return false;
    }
    boolean isGone = 2L * (groupsNow - groups) > rows;
    rows = 0;
    groups = groupsNow;
    return isGone;
  }

  /**
   * Whether the rows should be grouped after all, and those that follow, too: their keys repeat, or
   * they are wide. Looked at whenever there are twice as many.
   */
  boolean isBack(UngroupedRows ungrouped) {
    if (ungrouped.rows() >= nextLook) {
      nextLook = 2 * ungrouped.rows();
      isSettled = 2 * ungrouped.estimatedKeys() < ungrouped.rows();
    }
    isSettled |= ungrouped.bytes() > WIDEST_ROW * ungrouped.rows();
    return isSettled;
  }
}
