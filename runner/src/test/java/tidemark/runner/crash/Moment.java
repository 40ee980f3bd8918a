package tidemark.runner.crash;

import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.CrashPoint;

/** A boundary of a micro-batch. */
record Moment(long batch, Boundary boundary) {
  /** Dies there. */
  CrashPoint dies() {
    return (boundary, batch) -> {
      if (batch == this.batch && boundary == this.boundary) {
        throw new Died(boundary, batch);
      }
    };
  }

  /** Whether the batch's rows are visible from this boundary on. */
  boolean showsItsRows() {
    return boundary.compareTo(Boundary.SINK_COMMITTED) >= 0;
  }

  @Override
  public String toString() {
    return "batch " + batch + " at " + boundary.word();
  }
}
