package tidemark.operators.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.builtin.body.Handed;
import tidemark.operators.builtin.http.ScriptedServer.Answer;
import tidemark.operators.builtin.http.ScriptedServer.Seen;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** Requests to a real server; time passes only where the sink pauses. */
class HttpSinkTest {
  private final PausedTime time = new PausedTime();
  private ScriptedServer receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = new ScriptedServer();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private Sink sink(Object... options) {
    Map<String, Object> all = Handed.options(options);
    all.putIfAbsent("url", receiver.url("/rows"));
    all.putIfAbsent("format", "ndjson");
    return Handed.open(time.connector(), all);
  }

  /** What the run ends with; that nothing took effect is certain. */
  private static Failure refusal(Sink sink, long batch) {
    CommitFailure failure = Handed.failure(sink, batch);
    assertThat(failure.outcome()).isEqualTo(Outcome.ABSENT);
    return failure.reason();
  }

  /** What the run ends with where nobody can tell. */
  private static Failure doubt(Sink sink, long batch) {
    CommitFailure failure = Handed.failure(sink, batch);
    assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
    return failure.reason();
  }

  // What a request is made of.

  @Test
  void aBatchIsOneRequestWithItsKey() {
    Handed.write(sink("format", "json"), 17, Handed.rows("a"), Handed.rows("b"));
    assertThat(receiver.seen()).hasSize(1);
    Seen request = receiver.seen().get(0);
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/rows");
    assertThat(request.text()).isEqualTo("[{\"k\":\"a\",\"n\":1},\n{\"k\":\"b\",\"n\":1}]");
    assertThat(request.headers())
        .containsEntry("idempotency-key", "q:17:out")
        .containsEntry("content-type", "application/json")
        .containsEntry("tidemark-batch", "17")
        .containsEntry("tidemark-rows", "2")
        .containsEntry("tidemark-mode", "append")
        .containsEntry("connection", "close");
  }

  @Test
  void theUrlMayNameTheBatch() {
    Handed.write(
        sink("url", receiver.url("/{sink}/{batch}/{key}"), "method", "PUT"), 3, Handed.rows("a"));
    assertThat(receiver.seen().get(0).method()).isEqualTo("PUT");
    assertThat(receiver.seen().get(0).path()).isEqualTo("/out/3/q%3A3%3Aout");
  }

  @Test
  void theAuthorsHeadersGoBeforeTheUsualOnes() {
    Handed.write(
        sink(
            "headers",
            Map.of("Content-Type", "application/vnd.shop+json", "X-Team", "sales"),
            "key_header",
            "X-Request-Id"),
        1,
        Handed.rows("a"));
    assertThat(receiver.seen().get(0).headers())
        .containsEntry("content-type", "application/vnd.shop+json")
        .containsEntry("x-team", "sales")
        .containsEntry("x-request-id", "q:1:out")
        .doesNotContainKey("idempotency-key");
  }

  @Test
  void userAndPasswordAreBasicAuthentication() {
    Handed.write(sink("user", "Aladdin", "password", "open sesame"), 1, Handed.rows("a"));
    // the example of RFC 7617
    assertThat(receiver.seen().get(0).headers())
        .containsEntry("authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  }

  @Test
  void aPackedBodySaysSo() throws IOException {
    Handed.write(sink("compression", "gzip"), 1, Handed.rows("a"));
    Seen request = receiver.seen().get(0);
    assertThat(request.headers()).containsEntry("content-encoding", "gzip");
    byte[] unpacked =
        new GZIPInputStream(new ByteArrayInputStream(request.body().array())).readAllBytes();
    assertThat(new String(unpacked, StandardCharsets.UTF_8)).isEqualTo("{\"k\":\"a\",\"n\":1}\n");
  }

  @Test
  void aBatchWithoutRowsIsNotSent() {
    Handed.write(sink(), 1);
    assertThat(receiver.seen()).isEmpty();
  }

  @Test
  void anEmptyResultIsSentInCompleteMode() {
    Map<String, Object> options = Handed.options("url", receiver.url("/rows"));
    Handed.write(Handed.open(time.connector(), options, OutputMode.COMPLETE), 1);
    assertThat(receiver.seen().get(0).text()).isEqualTo("[]");
    assertThat(receiver.seen().get(0).headers()).containsEntry("tidemark-mode", "complete");
  }

  // What answers mean.

  @Test
  void aRefusalIsShownAndNothingIsRepeated() {
    receiver.answers(422, "the column `n`\n is unknown");
    Failure failure = refusal(sink(), 5);
    assertThat(failure.code()).isEqualTo(Code.TM605);
    assertThat(failure)
        .hasMessageContaining("batch 5")
        .hasMessageContaining("status 422, `the column `n` is unknown`");
    assertThat(failure.wayOut()).contains("nothing of the batch took effect");
    assertThat(receiver.seen()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 307, 308})
  void aRedirectIsRefusedForSecretsWouldGoElsewhere(int status) {
    receiver.answers(new Answer(status, "", Map.of("Location", receiver.url("/other")), false));
    assertThat(refusal(sink(), 1)).hasMessageContaining("status " + status);
    assertThat(receiver.seen()).hasSize(1);
  }

  /** A form that was taken is often answered so: see the result elsewhere. */
  @ParameterizedTest
  @ValueSource(ints = {300, 302, 303, 304})
  void anAnswerThatPointsToAResultLeavesTheOutcomeUnknown(int status) {
    receiver.answers(new Answer(status, "", Map.of("Location", receiver.url("/rows/1")), false));
    assertThat(doubt(sink(), 1)).hasMessageContaining("status " + status);
    assertThat(receiver.seen()).hasSize(1);
  }

  @Test
  void theAuthorKnowsWhatAnAnswerThatPointsElsewhereMeans() {
    receiver.answers(303, "");
    Handed.write(sink("success", List.of("201", "303")), 1, Handed.rows("a"));
    receiver.answers(302, "");
    assertThat(refusal(sink("rejected", List.of("302")), 2)).hasMessageContaining("status 302");
    assertThat(receiver.seen()).hasSize(2);
  }

  @Test
  void aServerThatRepeatsASecretDoesNotGetItShown() {
    receiver.answers(401, "bad token s3cr3t-77 in `Bearer s3cr3t-77`");
    Sink sink = sink("headers", Map.of("Authorization", "Bearer s3cr3t-77"));
    assertThat(refusal(sink, 1))
        .hasMessageNotContaining("s3cr3t-77")
        .hasMessageContaining("bad token ***");
  }

  /** Of an answer, the first 300 characters are shown; the secret stands from 295 to 305. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hooks/abcdefghijk",
        "/hooks/{batch}?sig=abcdefghijk",
        "/hooks?a=1&sig=%61bcdefghijk"
      })
  void aSecretInAUrlWhereTheAnswerIsCutIsNotShownInPart(String path) {
    String answer = "x".repeat(294) + "abcdefghijk" + "y".repeat(100);
    String shown = "`" + "x".repeat(294) + "***yyy…`";
    receiver.answers(400, answer);
    assertThat(refusal(sink("url", receiver.url(path)), 1)).hasMessageContaining(shown);
    receiver.answers(400, answer);
    assertThat(refusal(sink("outcome_url", receiver.url(path)), 1)).hasMessageContaining(shown);
  }

  @Test
  void aShortWordOfAUrlIsShownUnlessItsNameSaysThatItIsSecret() {
    receiver.answers(400, "no rows for t0ken in v1");
    assertThat(refusal(sink("url", receiver.url("/v1/rows?token=t0ken")), 1))
        .hasMessageContaining("`no rows for *** in v1`");
  }

  @Test
  void aPlaceMayStandWithinAnEscapeOfAUrl() {
    receiver.answers(400, "no abcdefg%2 here");
    assertThat(refusal(sink("url", receiver.url("/hooks/abcdefg%2{batch}")), 1))
        .hasMessageContaining("`no *** here`");
  }

  @Test
  void aLongAnswerIsCut() {
    receiver.answers(400, "x".repeat(1_000_000));
    assertThat(refusal(sink(), 1).getMessage().length()).isLessThan(500);
  }

  @Test
  void tooManyRequestsIsTriedAgainWhenTheServerWants() {
    receiver.answers(new Answer(429, "", Map.of("Retry-After", "7"), false));
    Handed.write(sink(), 1, Handed.rows("a"));
    assertThat(time.pauses()).containsExactly(7_000L);
    assertThat(receiver.seen()).hasSize(2);
    assertThat(receiver.rows()).hasSize(1);
  }

  @Test
  void eachRequestClosesItsConnection() {
    Handed.write(sink(), 1, Handed.rows("a"));
    assertThat(receiver.seen().get(0).headers()).containsEntry("connection", "close");
  }

  @Test
  void aServerMaySayADate() {
    receiver.answers(
        new Answer(429, "", Map.of("Retry-After", "Wed, 1 Jul 2026 00:00:30 GMT"), false));
    Handed.write(sink(), 1, Handed.rows("a"));
    assertThat(time.pauses()).containsExactly(30_000L);
  }

  @Test
  void aServerThatWantsMoreTimeThanThereIsStopsTheRun() {
    receiver.answers(new Answer(429, "slow down", Map.of("Retry-After", "3600"), false));
    Failure failure = refusal(sink(), 1);
    assertThat(failure.code()).isEqualTo(Code.TM605);
    assertThat(failure).hasMessageContaining("429");
    assertThat(time.pauses()).isEmpty();
  }

  @Test
  void anErrorOfAServerThatKnowsNoKeysLeavesTheOutcomeUnknown() {
    receiver.answers(503, "");
    assertThat(doubt(sink(), 4)).hasMessageContaining("status 503");
    assertThat(receiver.seen()).hasSize(1);
  }

  @Test
  void anErrorThatTheAuthorCallsARefusalIsOne() {
    receiver.answers(503, "");
    assertThat(refusal(sink("rejected", List.of("503")), 4).code()).isEqualTo(Code.TM605);
  }

  @Test
  void aConflictMayMeanThatTheBatchIsThere() {
    receiver.answers(409, "known");
    Handed.write(sink("success", List.of("200", "409")), 1, Handed.rows("a"));
    assertThat(receiver.seen()).hasSize(1);
  }

  @Test
  void anErrorOfAServerThatKnowsKeysIsTriedAgainLongerEachTime() {
    receiver.answers(500, "");
    receiver.answers(new Answer(503, "", Map.of("Retry-After", "1"), false));
    receiver.answers(409, "still at it");
    Handed.write(sink("idempotent", true), 1, Handed.rows("a"));
    assertThat(time.pauses()).containsExactly(200L, 1_000L, 800L);
    assertThat(receiver.seen())
        .extracting(s -> s.headers().get("idempotency-key"))
        .containsOnly("q:1:out")
        .hasSize(4);
  }

  @Test
  void aRefusalAfterALostAnswerDoesNotClaimThatNothingIsThere() {
    receiver.takesAndCuts();
    receiver.answers(400, "no");
    Failure failure = doubt(sink("idempotent", true), 1);
    assertThat(failure.wayOut()).contains("under the same key").doesNotContain("nothing");
  }

  // The declared delivery, proven both ways.

  @Test
  void aBatchWhoseAnswerWasLostIsThereOnceIfTheServerKnowsKeys() {
    receiver.takesAndCuts();
    Sink sink = sink("idempotent", true);
    assertThat(sink.delivery()).isEqualTo(Delivery.KEYED);
    Handed.write(sink, 1, Handed.rows("a"));
    assertThat(receiver.seen()).hasSize(2);
    assertThat(receiver.rows()).containsExactly("{\"k\":\"a\",\"n\":1}");
    assertThat(sink.outcome(Handed.key(1))).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void aServerThatDoesNotKeepThePromiseDoubles() {
    receiver.forgetKeys();
    receiver.takesAndCuts();
    Handed.write(sink("idempotent", true), 1, Handed.rows("a"));
    assertThat(receiver.rows()).hasSize(2);
  }

  @Test
  void withoutThePromiseALostAnswerIsUnknownAndNothingIsSentAgain() {
    receiver.takesAndCuts();
    Sink sink = sink();
    assertThat(sink.delivery()).isEqualTo(Delivery.SENT_ONCE);
    assertThat(doubt(sink, 9)).hasMessageContaining("batch 9 went to");
    assertThat(receiver.seen()).hasSize(1);
    assertThat(sink.outcome(Handed.key(9))).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void aServerThatCanBeAskedIsAskedAndHasIt() {
    receiver.takesAndCuts();
    Sink sink = sink("outcome_url", receiver.url("/batches/{batch}"));
    assertThat(sink.delivery()).isEqualTo(Delivery.SENT_ONCE);
    Handed.write(sink, 1, Handed.rows("a"));
    assertThat(receiver.seen()).extracting(Seen::method).containsExactly("POST", "GET");
    assertThat(receiver.seen().get(1).path()).isEqualTo("/batches/1");
    assertThat(receiver.rows()).hasSize(1);
    assertThat(sink.outcome(Handed.key(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(sink.outcome(Handed.key(2))).isEqualTo(Outcome.ABSENT);
  }

  @Test
  void aServerThatCanBeAskedAndDoesNotHaveItGetsItAgain() {
    receiver.cuts();
    Handed.write(sink("outcome_url", receiver.url("/batches/{batch}")), 1, Handed.rows("a"));
    assertThat(receiver.seen()).extracting(Seen::method).containsExactly("POST", "GET", "POST");
    assertThat(receiver.rows()).hasSize(1);
  }

  @Test
  void aServerThatIsStillAtItIsAskedAgain() {
    receiver.takesAndCuts();
    receiver.answers(202, "at it");
    Handed.write(sink("outcome_url", receiver.url("/batches/{batch}")), 1, Handed.rows("a"));
    assertThat(receiver.seen()).extracting(Seen::method).containsExactly("POST", "GET", "GET");
    assertThat(receiver.rows()).hasSize(1);
  }

  @Test
  void aServerThatGivesNoAnswerLeavesTheOutcomeUnknown() {
    receiver.takesAndCuts();
    for (int i = 0; i < 100; i++) {
      receiver.answers(500, "");
    }
    Sink sink = sink("outcome_url", receiver.url("/batches/{batch}"), "retry_for", 60_000L);
    assertThat(doubt(sink, 1).code()).isEqualTo(Code.TM615);
    assertThat(receiver.seen()).extracting(Seen::method).startsWith("POST", "GET", "GET");
    assertThat(receiver.seen()).filteredOn(s -> s.method().equals("POST")).hasSize(1);
    assertThat(time.passed()).isBetween(50_000L, 60_000L);
  }

  @Test
  void nobodyAtTheAddressIsTriedAgainAndThenNothingIsThere() {
    String url = receiver.url("/rows");
    receiver.close();
    Failure failure = refusal(sink("url", url), 1);
    assertThat(failure.code()).isEqualTo(Code.TM615);
    assertThat(failure).hasMessageContaining("there is no connection (it was refused)");
    assertThat(failure.wayOut()).contains("nothing of the batch took effect");
    assertThat(time.pauses()).startsWith(200L, 400L, 800L).last().isEqualTo(10_000L);
  }

  /** A server that is down is no server that cannot tell: nobody has to decide anything. */
  @Test
  void nobodyToAskStopsTheRunAndTheNextOneAsks() {
    String url = receiver.url("/batches/{batch}");
    receiver.close();
    Sink sink = sink("outcome_url", url);
    assertThatThrownBy(() -> sink.outcome(Handed.key(3)))
        .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(Code.TM615))
        .hasMessageContaining("cannot be asked for batch 3");
  }

  @Test
  void aNameThatNobodyKnowsIsNoConnection() {
    Sink sink = sink("url", "http://no-such-host.invalid/rows", "retry_for", 0L);
    assertThat(refusal(sink, 1)).hasMessageContaining("the name of the server is not known");
  }

  @Test
  void aBatchCannotBeCommittedBeforeItIsPrepared() {
    assertThatThrownBy(() -> sink().begin(Handed.key(1)).commit())
        .isInstanceOf(IllegalStateException.class);
  }
}
