package tidemark.runner.engine.microbatch;

import java.time.Clock;
import tidemark.runner.engine.StopSignal;
import tidemark.runner.engine.Trigger;

/** Runs micro-batches as a trigger says, until it is done or told to stop between two of them. */
public final class TriggerLoop {
  private final PipelineRun run;
  private final StopSignal stop;
  private final Clock clock;

  public TriggerLoop(PipelineRun run, StopSignal stop, Clock clock) {
    this.run = run;
    this.stop = stop;
    this.clock = clock;
  }

  public void run(Trigger trigger) {
    if (trigger instanceof Trigger.Every every) {
      repeat(every);
    } else if (trigger instanceof Trigger.Once) {
      run.runEverything();
    } else {
      run.freezeSources();
      catchUp();
    }
  }

  private void catchUp() {
    boolean more = true;
    while (more && !stop.isRaised()) {
      more = run.runNext();
    }
  }

  private void repeat(Trigger.Every every) {
    while (!stop.isRaised()) {
      long tick = every.next(clock.millis());
      run.runNext();
      if (stop.await(tick - clock.millis())) {
        return;
      }
    }
  }
}
