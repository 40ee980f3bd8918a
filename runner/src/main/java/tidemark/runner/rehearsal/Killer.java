package tidemark.runner.rehearsal;

import java.util.Optional;

/** Starts the process of a trial, which ends where it is told to. */
@FunctionalInterface
public interface Killer {
  /**
   * Waits for its end.
   *
   * @param folder of the trial, with its checkpoint in it if there is one
   * @return what it said if it did not die at the place
   */
  Optional<String> kill(TrialFolder folder, KillPoint point);
}
