package tidemark.runner.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tidemark.runner.engine.StopSignal;

/**
 * How SIGINT and SIGTERM end the process. A run finishes its micro-batch and the process then ends
 * as if the run had been over; other commands end at once. A batch that takes longer than the grace
 * time is abandoned: the checkpoint lets it be repeated. Programs that a sink has started do not
 * outlive it.
 */
public final class Stopping {
  private static final long GRACE_MILLIS = 30_000;

  private final StopSignal signal = new StopSignal();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean patient;
  private volatile ExitCode end = ExitCode.DONE;

  /** Listens to the signals from now on. */
  void install() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
  }

  /** What a run asks between two batches; from now on a signal waits for the run. */
  StopSignal patiently() {
    patient = true;
    return signal;
  }

  /** The command is over, and everything is printed. */
  void ended(ExitCode code) {
    end = code;
    ended.countDown();
  }

  /** In the shutdown hook: the exit code of a signal can only be changed by halting. */
  private void stop() {
    if (!patient || ended.getCount() == 0) {
      return;
    }
    signal.raise();
    boolean over = false;
    try {
      over = ended.await(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(over ? end.number() : ExitCode.DONE.number());
  }
}
