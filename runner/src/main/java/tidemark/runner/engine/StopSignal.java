package tidemark.runner.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks a run to stop after the micro-batch it is in; may be raised from any thread. */
public final class StopSignal {
  private final CountDownLatch raised = new CountDownLatch(1);

  /** Asks for the stop. */
  public void raise() {
    raised.countDown();
  }

  public boolean isRaised() {
    return raised.getCount() == 0;
  }

  /** Waits until the signal is raised or the time is over; true if it is raised. */
  public boolean await(long millis) {
    try {
      return raised.await(Math.max(0, millis), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
