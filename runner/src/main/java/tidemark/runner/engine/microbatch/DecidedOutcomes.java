package tidemark.runner.engine.microbatch;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.statestore.checkpoint.CommitEntry;
import tidemark.statestore.checkpoint.OutcomeEntry.Decision;
import tidemark.statestore.checkpoint.OutcomeEntry.Word;

/** What people said of sinks' parts in a micro-batch, in {@code extra} of its commit. */
public final class DecidedOutcomes {
  private static final String PREFIX = "decided:";
  private static final Pattern FORM =
      Pattern.compile("\\{\"as\":\"(committed|rejected)\",\"at\":(-?\\d+)}");

  private DecidedOutcomes() {}

  /** By sink; one that cannot be read is left out. */
  public static SortedMap<String, Decision> of(CommitEntry commit) {
    SortedMap<String, Decision> decisions = new TreeMap<>();
    commit
        .extra()
        .forEach(
            (name, json) -> {
              Matcher form = FORM.matcher(json);
              if (name.startsWith(PREFIX) && form.matches()) {
                Word as = Word.valueOf(form.group(1).toUpperCase(Locale.ROOT));
                decisions.put(
                    name.substring(PREFIX.length()),
                    new Decision(as, Long.parseLong(form.group(2))));
              }
            });
    return decisions;
  }

  /** JSON by name. */
  static Map<String, String> written(Map<String, Decision> decisions) {
    Map<String, String> extra = new TreeMap<>();
    decisions.forEach(
        (sink, decision) ->
            extra.put(
                PREFIX + sink,
                "{\"as\":\"%s\",\"at\":%d}".formatted(decision.as().shown(), decision.atMillis())));
    return extra;
  }
}
