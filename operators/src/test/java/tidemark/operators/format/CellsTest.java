package tidemark.operators.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.LongColumn;

/** One batch after the other is built in the same arrays; none shows anything of the one before. */
class CellsTest {
  private static final byte[] INPUT = "onetwothree".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ELSEWHERE = "elsewhere".getBytes(StandardCharsets.UTF_8);

  @Test
  void nullsOfABatchAreNotThoseOfTheNext() {
    LongCells cells = new LongCells();
    cells.grow(3);
    cells.values[0] = 7;
    cells.setNull(1);
    cells.values[2] = 9;
    LongColumn first = (LongColumn) cells.take(3);
    assertThat(first.isNull(1)).isTrue();
    assertThat(first.isNull(2)).isFalse();

    cells.values[0] = 1;
    cells.values[1] = 2;
    cells.setNull(2);
    LongColumn second = (LongColumn) cells.take(3);
    assertThat(second.isNull(1)).isFalse();
    assertThat(second.get(1)).isEqualTo(2);
    assertThat(second.isNull(2)).isTrue();

    cells.values[2] = 3;
    assertThat(((LongColumn) cells.take(3)).isNull(2)).isFalse();
  }

  @Test
  void nothingStandsWhereAValueIsNull() {
    LongCells cells = new LongCells();
    cells.grow(1);
    cells.values[0] = Long.MAX_VALUE;
    cells.take(1);
    cells.setNull(0);
    assertThat(((LongColumn) cells.take(1)).get(0)).isZero();
  }

  @Test
  void aPlaceInAnEarlierInputIsNotLookedUpInTheNext() {
    BytesCells cells = new BytesCells();
    cells.attach(INPUT, 0);
    cells.grow(2);
    cells.set(0, 3, 8);
    cells.set(1, 3, 8);
    cells.take(2);

    cells.attach(new byte[1], 0);
    cells.setNull(0);
    cells.setCopy(1, ELSEWHERE, 4, 5);
    BytesColumn second = (BytesColumn) cells.take(2);
    assertThat(second.isNull(0)).isTrue();
    assertThat(second.string(1)).isEqualTo("where");
  }

  @Test
  void textThatWasCopiedDoesNotStayForTheNextBatch() {
    BytesCells cells = new BytesCells();
    cells.attach(INPUT, 0);
    cells.grow(2);
    cells.setCopy(0, ELSEWHERE, 0, 4);
    cells.set(1, 0, 3);
    BytesColumn first = (BytesColumn) cells.take(2);
    assertThat(first.string(0)).isEqualTo("else");
    assertThat(first.string(1)).isEqualTo("one");

    cells.set(0, 3, 3);
    cells.setCopy(1, ELSEWHERE, 4, 5);
    BytesColumn second = (BytesColumn) cells.take(2);
    assertThat(second.string(0)).isEqualTo("two");
    assertThat(second.string(1)).isEqualTo("where");
  }

  @Test
  void aCopyWithoutBytesIsAValueWhateverStandsBesideIt() {
    BytesCells cells = new BytesCells();
    cells.attach(INPUT, 0);
    cells.grow(3);
    cells.setCopy(0, ELSEWHERE, 3, 0);
    cells.set(1, 3, 3);
    BytesColumn alone = (BytesColumn) cells.take(2);
    assertThat(alone.start(0)).isNotNegative();
    assertThat(alone.string(0)).isEmpty();
    assertThat(alone.string(1)).isEqualTo("two");

    cells.setCopy(0, ELSEWHERE, 0, 0);
    cells.setCopy(1, ELSEWHERE, 0, 4);
    cells.set(2, 0, 3);
    BytesColumn beside = (BytesColumn) cells.take(3);
    assertThat(beside.start(0)).isNotNegative();
    assertThat(beside.string(0)).isEmpty();
    assertThat(beside.string(1)).isEqualTo("else");
    assertThat(beside.string(2)).isEqualTo("one");
  }
}
