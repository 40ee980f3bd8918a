package tidemark.operators.builtin.http;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.Outcome;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;

/**
 * What the status of an answer says of a batch.
 *
 * @param isIdempotent whether the receiver does nothing with a key that it knows
 */
record StatusRules(Set<Integer> success, Set<Integer> rejected, boolean isIdempotent) {
  private static final int CONFLICT = 409;

  /** Too slow, too early, too many: the receiver says that it did nothing with the request yet. */
  private static final Set<Integer> LATER = Set.of(408, 425, 429);

  /** Come elsewhere with the same request; others below 400 may point to what was made of it. */
  private static final Set<Integer> MOVED = Set.of(301, 307, 308);

  StatusRules {
    success = Set.copyOf(success);
    rejected = Set.copyOf(rejected);
  }

  /** What became of a batch. */
  enum Verdict {
    /** It took effect. */
    TAKEN,
    /** Nothing took effect, and the same request will not do better. */
    REFUSED,
    /** Nothing took effect; the receiver wants it later. */
    LATER,
    /** It may have taken effect, or may do so yet. */
    UNSURE
  }

  static StatusRules of(Options options, Diagnostics found) {
    Set<Integer> success = statuses(options, "success", found);
    return new StatusRules(
        success.isEmpty() ? IntStream.range(200, 300).boxed().collect(Collectors.toSet()) : success,
        statuses(options, "rejected", found),
        options.flag("idempotent", false));
  }

  private static Set<Integer> statuses(Options options, String option, Diagnostics found) {
    Set<Integer> statuses = new HashSet<>();
    for (String text : options.names(option)) {
      Optional<Integer> status = status(text);
      status.ifPresent(statuses::add);
      if (status.isEmpty()) {
        found.error(
            Code.TM107,
            options.span(option),
            "`" + text + "` is no status of an answer",
            "write numbers from 200 to 599, such as `[200, 409]`");
      }
    }
    List<String> both =
        options.names("success").stream().filter(options.names("rejected")::contains).toList();
    if (option.equals("rejected") && !both.isEmpty()) {
      found.error(
          Code.TM107,
          options.span(option),
          "`" + both.get(0) + "` cannot mean both that a batch is there and that it is not",
          "remove it from `success` or from `rejected`");
    }
    return statuses;
  }

  private static Optional<Integer> status(String text) {
    return text.matches("[2-5]\\d\\d") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
  }

  /** What came of sending a batch. */
  Verdict of(Attempt attempt) {
    if (attempt instanceof Attempt.Answered answered) {
      return of(answered.status());
    }
    return attempt instanceof Attempt.NotSent ? Verdict.LATER : Verdict.UNSURE;
  }

  /**
   * What the receiver says when it is asked for a batch. Only that there is none, and never will
   * be, lets it be sent again.
   */
  static Outcome toQuestion(Attempt attempt) {
    if (!(attempt instanceof Attempt.Answered answered)) {
      return Outcome.UNKNOWN;
    }
    return switch (answered.status()) {
      case 200, 204 -> Outcome.COMMITTED;
      case 404, 410 -> Outcome.ABSENT;
      default -> Outcome.UNKNOWN;
    };
  }

  /** What a status says; a success or rejection that the author declared goes before the rest. */
  private Verdict of(int status) {
    if (success.contains(status)) {
      return Verdict.TAKEN;
    }
    if (rejected.contains(status)) {
      return Verdict.REFUSED;
    }
    if (LATER.contains(status)) {
      return Verdict.LATER;
    }
    if (status == CONFLICT && isIdempotent) { // a request with the same key is still at work
      return Verdict.UNSURE;
    }
    boolean isRefused = MOVED.contains(status) || status >= 400 && status < 500;
    return isRefused ? Verdict.REFUSED : Verdict.UNSURE;
  }
}
