package tidemark.operators;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareMemoryTest {
  private static final class Counted implements SpareMemory.Reusable {
    private long size;
    private final long room;

    Counted(long room) {
      this.room = room;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public long room() {
      return room;
    }

    @Override
    public void reset() {
      size = 0;
    }
  }

  private final SpareMemory spare = new SpareMemory();

  @Test
  void whatAWorkerHadComesBackToItWithoutContent() {
    Counted first = spare.take(0, Counted.class, () -> new Counted(100_000));
    Counted other = spare.take(1, Counted.class, () -> new Counted(100_000));
    first.size = 50_000;
    other.size = 50_000;

    Counted again = spare.take(0, Counted.class, () -> new Counted(1));

    assertThat(again).isSameAs(first).isNotSameAs(other);
    assertThat(again.size).isZero();
    assertThat(other.size).isEqualTo(50_000);
  }

  @Test
  void roomForFarMoreThanWasNeededIsGivenUp() {
    Counted first = spare.take(0, Counted.class, () -> new Counted(100_000));
    first.size = 12_499;

    assertThat(spare.take(0, Counted.class, () -> new Counted(10))).isNotSameAs(first);
  }

  @Test
  void littleRoomIsKeptEvenIfNothingNeededIt() {
    Counted first = spare.take(0, Counted.class, () -> new Counted(8_192));

    assertThat(spare.take(0, Counted.class, () -> new Counted(10))).isSameAs(first);
  }

  @Test
  void memoryOfAnotherKindIsNotTaken() {
    spare.take(0, SpareMemory.Reusable.class, () -> new Counted(10));

    record Empty(long size, long room) implements SpareMemory.Reusable {
      @Override
      public void reset() {}
    }
    Empty fresh = new Empty(0, 0);

    assertThat(spare.take(0, Empty.class, () -> fresh)).isSameAs(fresh);
  }
}
