package tidemark.statestore.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  private static final int PIECES = 6;

  private final AtomicInteger ended = new AtomicInteger();

  private List<Threads.Piece<Integer>> pieces() {
    return Collections.nCopies(PIECES, this::piece);
  }

  private int piece() {
    LockSupport.parkNanos(20_000_000);
    return ended.incrementAndGet();
  }

  @Test
  void noPieceIsUnderWayAfterAnInterrupt() {
    try (Threads threads = new Threads()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> threads.all(pieces()))
          .isInstanceOf(IOException.class)
          .hasMessage("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(ended).hasValue(PIECES);
    }
  }

  @Test
  void noPieceIsUnderWayAfterAFailure() {
    try (Threads threads = new Threads()) {
      assertThatThrownBy(
              () ->
                  threads.each(
                      pieces(),
                      result -> {
                        throw new IOException("full");
                      }))
          .hasMessage("full");
      assertThat(ended).hasValue(PIECES);
    }
  }
}
