package tidemark.operators.stateful;

import tidemark.operators.Share;

/** A share that says which rows it did not take. */
interface CountingShare extends Share {
  /** Rows that came too late for at least one of their windows. */
  long droppedLate();

  /** Rows without event time. */
  long withoutTime();
}
