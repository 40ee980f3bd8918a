package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.Map;
import tidemark.statestore.checkpoint.CommitEntry;

/** The watermark that each stateful step handed on in a batch, as the commit log has it. */
public final class CommittedWatermarks {
  private static final String NAME = "watermark:";

  private CommittedWatermarks() {}

  /** By the step's id, in milliseconds since 1970; a step that was not recorded is not there. */
  public static Map<String, Long> of(CommitEntry commit) {
    return times(commit, NAME);
  }

  static void write(Map<String, Long> handedOn, Map<String, String> extra) {
    handedOn.forEach((step, millis) -> extra.put(NAME + step, Long.toString(millis)));
  }

  /** The times that stand under names with a prefix, by what follows it. */
  static Map<String, Long> times(CommitEntry commit, String prefix) {
    Map<String, Long> times = new HashMap<>();
    commit
        .extra()
        .forEach(
            (name, value) -> {
              if (name.startsWith(prefix)) {
                times.put(name.substring(prefix.length()), Long.parseLong(value));
              }
            });
    return times;
  }
}
