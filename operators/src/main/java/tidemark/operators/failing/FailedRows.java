package tidemark.operators.failing;

import tidemark.operators.diagnostics.Failure;

/** Takes the rows on which an expression of a step fails. Used by all threads. */
public interface FailedRows {
  /** Lets the failure stop the run as it is. */
  FailedRows STOPPING =
      new FailedRows() {
        @Override
        public boolean keeps() {
          return false;
        }

        @Override
        public void take(FailedRow row) {
          throw row.failure();
        }

        @Override
        public Failure told(FailedRow row) {
          return row.failure();
        }
      };

  /** Whether rows are taken and the others go on; if not, the first one stops the run. */
  boolean keeps();

  /**
   * Takes a row.
   *
   * @throws Failure if the row stops the run
   */
  void take(FailedRow row);

  /** The failure with what is known of the row. */
  Failure told(FailedRow row);

  /** The same where a row cannot be left out: it stops the run. */
  default FailedRows stopping() {
    FailedRows taking = this;
    return new FailedRows() {
      @Override
      public boolean keeps() {
        return false;
      }

      @Override
      public void take(FailedRow row) {
        throw taking.told(row);
      }

      @Override
      public Failure told(FailedRow row) {
        return taking.told(row);
      }
    };
  }
}
