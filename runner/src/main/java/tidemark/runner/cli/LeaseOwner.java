package tidemark.runner.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.statestore.checkpoint.CheckpointView.Lease;

/** The process that a checkpoint's lease names. */
final class LeaseOwner {
  private static final Pattern PROCESS = Pattern.compile("pid (\\d{1,18})");

  private LeaseOwner() {}

  /** Whether a run holds the lease, as far as can be said. */
  static boolean isAtWork(Optional<Lease> lease) {
    return lease.filter(l -> l.held() && isAlive(l.owner())).isPresent();
  }

  /** An owner of another form is taken for alive: nothing can be said of it. */
  static boolean isAlive(String owner) {
    Matcher process = PROCESS.matcher(owner);
    return !process.matches()
        || ProcessHandle.of(Long.parseLong(process.group(1)))
            .filter(ProcessHandle::isAlive)
            .isPresent();
  }
}
