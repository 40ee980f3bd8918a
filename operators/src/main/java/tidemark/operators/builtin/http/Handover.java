package tidemark.operators.builtin.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import tidemark.operators.builtin.body.Body;
import tidemark.operators.builtin.body.Body.Packing;
import tidemark.operators.builtin.http.StatusRules.Verdict;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Failure;

/**
 * Brings a micro-batch to the receiver. It is sent again only where that cannot double it: nothing
 * went out, the receiver said that it did nothing, it says that it does not have it, or it does
 * nothing with a key that it knows.
 */
final class Handover {
  private final HttpSinkSettings settings;
  private final OutputMode mode;
  private final Exchange exchange;
  private final Clock clock;
  private final LongConsumer pause;

  /**
   * @param pause waits so many milliseconds
   */
  Handover(HttpSinkSettings settings, OutputMode mode, Clock clock, LongConsumer pause) {
    this.settings = settings;
    this.mode = mode;
    this.exchange = new Exchange(settings.target(), settings.patience(), clock);
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * Hands over.
   *
   * @throws CommitFailure if it did not take effect, or nobody can tell
   */
  void deliver(OperationKey key, Body body) {
    boolean isKeyed = settings.delivery() == Delivery.KEYED;
    Complaint complaint = new Complaint(settings.target(), key, isKeyed);
    Retries retries = retries();
    boolean mayBeThere = false;
    while (true) {
      Attempt attempt = exchange.send(request(key, body));
      Verdict verdict = settings.statuses().of(attempt);
      if (verdict == Verdict.UNSURE && isKeyed) {
        mayBeThere = true;
      } else if (verdict == Verdict.UNSURE) {
        Outcome outcome = ask(key, retries).map(StatusRules::toQuestion).orElse(Outcome.UNKNOWN);
        if (outcome == Outcome.UNKNOWN) {
          throw complaint.unknown(attempt);
        }
        verdict = outcome == Outcome.COMMITTED ? Verdict.TAKEN : Verdict.LATER;
      }
      if (verdict == Verdict.TAKEN) {
        return;
      }
      if (verdict == Verdict.REFUSED) {
        throw complaint.refused(attempt, mayBeThere);
      }
      if (!retries.waitFor(wanted(attempt))) {
        throw complaint.gaveUp(attempt, mayBeThere);
      }
    }
  }

  /**
   * What the receiver says became of a batch, if it can be asked.
   *
   * @throws Failure TM615 if there is nobody to ask; then the next run asks
   */
  Outcome outcome(OperationKey key) {
    Optional<Attempt> answer = ask(key, retries());
    if (answer.isPresent() && answer.get() instanceof Attempt.NotSent nobody) {
      throw new Complaint(settings.target(), key, false).cannotAsk(nobody);
    }
    return answer.map(StatusRules::toQuestion).orElse(Outcome.UNKNOWN);
  }

  /** What came of asking, at last; empty if nobody can be asked. */
  private Optional<Attempt> ask(OperationKey key, Retries retries) {
    Optional<URI> place = settings.target().outcomeUrl().map(url -> url.of(key));
    if (place.isEmpty()) {
      return Optional.empty();
    }
    while (true) {
      HttpRequest.Builder question =
          HttpRequest.newBuilder(place.get())
              .setHeader(settings.target().keyHeader(), key.toString())
              .GET();
      Attempt attempt = exchange.send(question);
      boolean isTold = StatusRules.toQuestion(attempt) != Outcome.UNKNOWN;
      if (isTold || !retries.waitFor(wanted(attempt))) {
        return Optional.of(attempt);
      }
    }
  }

  private HttpRequest.Builder request(OperationKey key, Body body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.target().url().of(key))
            .method(settings.target().method(), publisher(body))
            .setHeader("Content-Type", settings.format().mediaType())
            .setHeader(settings.target().keyHeader(), key.toString())
            .setHeader("Tidemark-Batch", Long.toString(key.batch()))
            .setHeader("Tidemark-Rows", Long.toString(body.rows()))
            .setHeader("Tidemark-Mode", mode.word());
    return settings.packing() == Packing.GZIP
        ? request.setHeader("Content-Encoding", "gzip")
        : request;
  }

  private static BodyPublisher publisher(Body body) {
    return body.bytes() == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(body::in), body.bytes());
  }

  private Retries retries() {
    return new Retries(clock, pause, settings.patience().retry());
  }

  private static OptionalLong wanted(Attempt attempt) {
    return attempt instanceof Attempt.Answered answered
        ? answered.retryAfterMillis()
        : OptionalLong.empty();
  }
}
