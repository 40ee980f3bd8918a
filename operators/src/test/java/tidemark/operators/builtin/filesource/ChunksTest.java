package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunksTest {
  @Test
  void anArrayThatCameBackIsHandedOn() {
    Chunks chunks = new Chunks(1000);
    byte[] first = chunks.take(1000);
    chunks.give(first);

    assertThat(chunks.take(10)).isSameAs(first);
    assertThat(chunks.take(10)).as("while it is in use").isNotSameAs(first).hasSize(10);
  }

  @Test
  void oneThatIsTooShortIsNot() {
    Chunks chunks = new Chunks(1000);
    chunks.give(new byte[10]);

    assertThat(chunks.take(11)).hasSize(11);
  }

  @Test
  void oneThatGrewForALongRecordIsNotKept() {
    Chunks chunks = new Chunks(1000);
    chunks.give(new byte[1001]);

    assertThat(chunks.take(1000)).hasSize(1000);
  }
}
