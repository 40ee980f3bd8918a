package tidemark.operators.builtin.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.builtin.MapState;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

class SocketSourceTest {
  private static final SourceState NOTHING = new MapState();

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static SocketSource source(ServerSocket server) {
    return new SocketSource(
        server.getInetAddress().getHostAddress(), server.getLocalPort(), BadRecordPolicy.FAIL);
  }

  /** Plans until something has come through the loopback. */
  private static Range planned(SocketSource source, BatchLimits limits) {
    for (int i = 0; i < 10_000_000; i++) {
      Optional<Range> range = source.plan(NOTHING, limits);
      if (range.isPresent()) {
        return range.get();
      }
    }
    throw new AssertionError("nothing arrived");
  }

  private static List<String> rows(SocketSource source, Range range) {
    BitSet all = new BitSet();
    all.set(0);
    List<String> rows = new ArrayList<>();
    for (Split split : source.split(range, 2)) {
      try (SplitReader reader =
          source.open(split, new ReadRequest(all, (l, p, b, o, n, r) -> {}))) {
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          for (int i = 0; i < batch.size(); i++) {
            rows.add(((BytesColumn) batch.column(0)).string(i));
          }
        }
      }
    }
    return rows;
  }

  @Test
  void wholeLinesAreReadAsTheyArrive() throws IOException {
    try (ServerSocket server = listen();
        SocketSource source = source(server)) {
      assertThat(source.plan(NOTHING, BatchLimits.NONE)).isEmpty();
      try (Socket peer = server.accept()) {
        peer.getOutputStream().write("one\ntwo\nthr".getBytes(StandardCharsets.UTF_8));
        Range first = planned(source, new BatchLimits(1, 1, Long.MAX_VALUE));
        assertThat(rows(source, first)).containsExactly("one");
        source.advance(first, NOTHING);
        assertThat(rows(source, planned(source, BatchLimits.NONE))).containsExactly("two");
        peer.getOutputStream().write("ee".getBytes(StandardCharsets.UTF_8));
      }
      assertThat(rows(source, planned(source, BatchLimits.NONE))).containsExactly("three");
      assertThat(source.plan(NOTHING, BatchLimits.NONE)).isEmpty();
      assertThat(source.notices()).extracting(n -> n.code()).containsExactly(Code.TM615);
    }
  }

  @Test
  void aRangeOfAnEarlierRunCannotBeRepeated() throws IOException {
    try (ServerSocket server = listen();
        SocketSource source = source(server)) {
      assertThatThrownBy(() -> source.split(new Range("{\"range\":0,\"bytes\":4}", 4), 1))
          .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM620));
    }
  }

  @Test
  void nobodyListeningIsAFailureThatNamesTheAddress() throws IOException {
    int port;
    try (ServerSocket server = listen()) {
      port = server.getLocalPort();
    }
    try (SocketSource source = new SocketSource("127.0.0.1", port, BadRecordPolicy.FAIL)) {
      assertThatThrownBy(() -> source.plan(NOTHING, BatchLimits.NONE))
          .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM615))
          .hasMessageContaining("127.0.0.1:" + port);
    }
  }
}
