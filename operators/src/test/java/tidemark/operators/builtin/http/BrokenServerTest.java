package tidemark.operators.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.util.Map;
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
  private static Sink sink(BrokenServer server, Object... more) {
    Map<String, Object> options = Handed.options(more);
    options.put("url", server.url());
    options.putIfAbsent("timeout", 300L);
    return Handed.open(new HttpConnector(Clock.systemUTC(), pause -> {}), options);
  }

  @ParameterizedTest
  @EnumSource(names = {"DEAF", "MUTE", "SILENT", "BABBLING"})
  void withoutAStatusNobodyKnowsAndNothingIsSentAgain(Fault fault) throws IOException {
    try (BrokenServer server = new BrokenServer(fault)) {
      CommitFailure failure = Handed.failure(sink(server), 1);
      assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
      assertThat(failure).hasMessageContaining("its answer was lost");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_TEXT", "ENDLESS_TEXT"})
  void theStatusIsTheAnswerWhateverBecomesOfTheText(Fault fault) throws IOException {
    try (BrokenServer server = new BrokenServer(fault)) {
      Handed.write(sink(server), 1, Handed.rows("a"));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatKnowsKeysIsTriedUntilTheTimeIsOver() throws IOException {
    try (BrokenServer server = new BrokenServer(Fault.MUTE)) {
      Sink sink = sink(server, "idempotent", true, "retry_for", 1_000L);
      Failure failure = Handed.failure(sink, 1).reason();
      assertThat(failure.code()).isEqualTo(Code.TM615);
      assertThat(failure.wayOut()).contains("under the same key");
      assertThat(server.connections()).isGreaterThan(1);
    }
  }
}
