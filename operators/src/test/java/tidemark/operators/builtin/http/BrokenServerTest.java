package tidemark.operators.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.builtin.body.Handed;
import tidemark.operators.builtin.http.BrokenServer.Fault;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** Servers whose answer does not come, or not whole. */
class BrokenServerTest {
  /** These are waited for until the time for an answer is over; no other has to be in time. */
  private static final Set<Fault> SLOW = Set.of(Fault.SILENT, Fault.ENDLESS_TEXT);

  private static Sink sink(BrokenServer server, Fault fault, Object... more) {
    Map<String, Object> options = Handed.options(more);
    options.put("url", server.url());
    if (SLOW.contains(fault)) {
      options.put("timeout", 1_000L);
    }
    return Handed.open(new PausedTime().connector(), options);
  }

  /** The first request takes the client longer than the slow servers are waited for. */
  @BeforeAll
  static void loadTheClient() throws IOException {
    try (BrokenServer server = new BrokenServer(Fault.CUT_TEXT)) {
      Handed.write(sink(server, Fault.CUT_TEXT), 1, Handed.rows("a"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DEAF", "MUTE", "SILENT", "BABBLING"})
  void withoutAStatusNobodyKnowsAndNothingIsSentAgain(Fault fault) throws IOException {
    try (BrokenServer server = new BrokenServer(fault)) {
      CommitFailure failure = Handed.failure(sink(server, fault), 1);
      assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
      assertThat(failure).hasMessageContaining("its answer was lost");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_TEXT", "ENDLESS_TEXT"})
  void theStatusIsTheAnswerWhateverBecomesOfTheText(Fault fault) throws IOException {
    try (BrokenServer server = new BrokenServer(fault)) {
      Handed.write(sink(server, fault), 1, Handed.rows("a"));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** Whoever sends on a connection that the server is about to close loses the answer. */
  @Test
  void noConnectionIsUsedAgainThoughTheServerLeavesItOpen() throws IOException {
    try (BrokenServer server = new BrokenServer(Fault.CLINGING)) {
      Sink sink = sink(server, Fault.CLINGING);
      int batches = BrokenServer.COMPLETE.size() + 1;
      for (int batch = 1; batch <= batches; batch++) {
        Handed.write(sink, batch, Handed.rows("a"));
      }
      assertThat(server.connections()).isEqualTo(batches);
    }
  }

  @Test
  void aServerThatKnowsKeysIsTriedUntilTheTimeIsOver() throws IOException {
    try (BrokenServer server = new BrokenServer(Fault.MUTE)) {
      Sink sink = sink(server, Fault.MUTE, "idempotent", true, "retry_for", 1_000L);
      Failure failure = Handed.failure(sink, 1).reason();
      assertThat(failure.code()).isEqualTo(Code.TM615);
      assertThat(failure.wayOut()).contains("under the same key");
      // after 200 and 400 ms; another 800 ms would be too many
      assertThat(server.connections()).isEqualTo(3);
    }
  }
}
