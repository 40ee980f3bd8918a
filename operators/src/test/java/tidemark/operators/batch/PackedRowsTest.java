package tidemark.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Rows come out of the pages as they went in. */
final class PackedRowsTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("n", SimpleType.BIGINT),
          Field.of("x", SimpleType.DOUBLE),
          Field.of("s", SimpleType.STRING),
          Field.of("b", SimpleType.BOOLEAN),
          Field.of("list", new ArrayType(SimpleType.BIGINT)));

  /**
   * What a page holds, and what one holds that is twice as long: whole pages of 2 MB but 64 bytes.
   */
  private static final int PAGE = (4 << 20) - 64;

  private static final int EIGHT = (8 << 20) - 64;

  private final PackedPages pages = new PackedPages(64 << 20);
  private Random random = new Random();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void rowsComeOutInOrderHoweverOftenThePagesAreUsed(long seed) {
    System.out.println("seed " + seed);
    random = new Random(seed);
    int longest = seed % 2 == 0 ? 20 : 40_000;
    for (int use = 0; use < 3; use++) {
      pages.clear();
      PackedRows packed = new PackedRows(SCHEMA, pages);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Batch source = source(longest);
        int[] rows = random.ints(source.size(), 0, source.size()).sorted().toArray();
        int count = random.nextInt(rows.length + 1);
        packed.add(source, rows, count);
        for (int row = 0; row < count; row++) {
          expected.add(text(source, rows[row]));
        }
        assertThat(packed.rows()).isEqualTo(expected.size());
      }
      assertThat(texts(packed)).isEqualTo(expected);
    }
  }

  @Test
  void whatMayNotStandOutsideTheHeapStandsInIt() {
    PackedPages few = new PackedPages(5 << 20);
    assertThat(few.take(3 << 20).isDirect()).isTrue();
    assertThat(few.take(3 << 20).isDirect()).isFalse();
  }

  @Test
  void whatIsTakenOverlapsNothingEvenIfItIsLongerThanAPage() {
    ByteBuffer first = pages.take(10);
    ByteBuffer second = pages.take(5 << 20);
    ByteBuffer third = pages.take(10);
    first.put(new byte[10]);
    third.put(new byte[10]);
    while (second.hasRemaining()) {
      second.put((byte) 1);
    }
    assertThat(first.flip().get()).isZero();
    assertThat(third.flip().get()).isZero();
    assertThat(second.get(0)).isEqualTo((byte) 1);
    pages.clear();
    assertThat(pages.take(6 << 20).capacity()).isEqualTo(6 << 20);
  }

  private Batch source(int longest) {
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    boolean hasNulls = random.nextBoolean();
    int size = 1 + random.nextInt(longest > 1000 ? 60 : Batch.MAX_ROWS);
    RandomValues values = new RandomValues(random);
    for (int row = 0; row < size; row++) {
      values.appendRow(builder, SCHEMA.size(), hasNulls, longest);
    }
    return builder.take();
  }

  private static List<String> texts(PackedRows packed) {
    List<String> texts = new ArrayList<>();
    packed.forEach(
        batch -> {
          for (int row = 0; row < batch.size(); row++) {
            texts.add(text(batch, row));
          }
        });
    return texts;
  }

  private static String text(Batch batch, int row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < SCHEMA.size(); i++) {
      text.append(value(batch.column(i), row)).append(' ');
    }
    return text.toString();
  }

  private static String value(Column column, int row) {
    if (column.isNull(row)) {
      return "null";
    }
    if (column instanceof LongColumn longs) {
      return String.valueOf(longs.get(row));
    }
    if (column instanceof DoubleColumn doubles) {
      return String.valueOf(doubles.get(row));
    }
    if (column instanceof BooleanColumn booleans) {
      return String.valueOf(booleans.get(row));
    }
    if (column instanceof BytesColumn bytes) {
      return new String(bytes.bytes(row), StandardCharsets.ISO_8859_1);
    }
    ArrayColumn list = (ArrayColumn) column;
    StringBuilder text = new StringBuilder("[");
    for (int i = list.start(row); i < list.start(row) + list.length(row); i++) {
      text.append(value(list.elements(), i)).append(',');
    }
    return text.append(']').toString();
  }

  /** 8 MB hold 5 MB and all that is a little more. */
  @Test
  void roomForWideRowsIsNotCountedTwice() {
    for (int bytes = 5 << 20; bytes <= EIGHT; bytes += 1 << 18) {
      pages.take(bytes);
      pages.clear();
      assertThat(pages.heldOutside()).isEqualTo(EIGHT);
      assertThat(pages.held()).isEqualTo(EIGHT);
    }
    pages.take(EIGHT + 1);
    assertThat(pages.heldOutside()).isEqualTo(EIGHT + (4 << 20));
    assertThat(pages.held()).isEqualTo(EIGHT + (4 << 20));
  }

  @Test
  void whatOneLargeBatchNeededIsGivenUpAfterTwoSmallOnes() {
    for (int page = 0; page < 10; page++) {
      pages.take(PAGE);
    }
    pages.clear();
    assertThat(pages.held()).isEqualTo(10 * PAGE);
    pages.take(1);
    pages.clear();
    assertThat(pages.held()).as("the next may be large again").isEqualTo(10 * PAGE);
    pages.take(1);
    pages.clear();
    assertThat(pages.held()).isEqualTo(PAGE);
    assertThat(pages.heldOutside()).isEqualTo(PAGE);
  }
}
