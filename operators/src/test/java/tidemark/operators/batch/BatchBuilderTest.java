package tidemark.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Rows that are appended together make the same batches as rows that are appended one by one,
 * whether batches are taken or lent.
 */
final class BatchBuilderTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("n", SimpleType.BIGINT),
          Field.of("x", SimpleType.DOUBLE),
          Field.of("s", SimpleType.STRING),
          Field.of("b", SimpleType.BOOLEAN),
          Field.of("l", new ArrayType(SimpleType.STRING)));

  private Random random;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void rowsTogetherAndOneByOneGiveTheSameBatches(long seed) {
    System.out.println("seed " + seed);
    random = new Random(seed);
    int longest = seed % 2 == 0 ? 20 : 40_000;
    BatchBuilder together = new BatchBuilder(SCHEMA);
    BatchBuilder single = new BatchBuilder(SCHEMA);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Batch source = source(longest);
      int[] rows = random.ints(source.size(), 0, source.size()).sorted().toArray();
      int count = random.nextInt(rows.length + 1);
      for (int from = 0; from < count; ) {
        from = together.append(source, rows, from, count);
        if (together.isFull()) {
          found.add(text(together.take()));
        }
      }
      for (int row = 0; row < count; row++) {
        single.append(source, rows[row]);
        if (single.isFull()) {
          expected.add(text(single.lend()));
          single.clear();
        }
      }
    }
    found.add(text(together.take()));
    expected.add(text(single.take()));
    assertThat(found).isEqualTo(expected);
  }

  private Batch source(int longest) {
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    boolean hasNulls = random.nextBoolean();
    RandomValues values = new RandomValues(random);
    for (int row = 0; row < 700; row++) {
      values.appendRow(builder, SCHEMA.size(), hasNulls, longest);
    }
    return builder.take();
  }

  private static String text(Batch batch) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < batch.size(); row++) {
      LongColumn n = (LongColumn) batch.column(0);
      DoubleColumn x = (DoubleColumn) batch.column(1);
      BytesColumn s = (BytesColumn) batch.column(2);
      BooleanColumn b = (BooleanColumn) batch.column(3);
      text.append(n.isNull(row) ? "null" : n.get(row)).append(',');
      text.append(x.isNull(row) ? "null" : x.get(row)).append(',');
      text.append(s.isNull(row) ? "null" : Arrays.hashCode(s.bytes(row))).append(',');
      text.append(b.isNull(row) ? "null" : b.get(row)).append(',');
      text.append(batch.column(4).isNull(row) ? "null" : texts(batch, row)).append('\n');
    }
    return text.toString();
  }

  private static List<String> texts(Batch batch, int row) {
    ArrayColumn l = (ArrayColumn) batch.column(4);
    BytesColumn elements = (BytesColumn) l.elements();
    List<String> texts = new ArrayList<>();
    for (int i = l.start(row); i < l.start(row) + l.length(row); i++) {
      texts.add(elements.isNull(i) ? "null" : Arrays.toString(elements.bytes(i)));
    }
    return texts;
  }
}
