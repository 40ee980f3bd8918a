package tidemark.operators.stateless;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class ExplodeOperatorTest {
  private static final Schema INPUT =
      Schema.of(
          Field.of("text", SimpleType.STRING),
          Field.of("numbers", new ArrayType(SimpleType.BIGINT)));
  private static final Schema OUTPUT =
      Schema.of(Field.of("text", SimpleType.STRING), Field.of("number", SimpleType.BIGINT));

  private static Batch row(byte[] text, int numbers) {
    BatchBuilder builder = new BatchBuilder(INPUT);
    ((BytesBuilder) builder.column(0)).append(text, 0, text.length);
    ArrayBuilder list = (ArrayBuilder) builder.column(1);
    for (long n = 0; n < numbers; n++) {
      ((LongBuilder) list.elements()).append(n);
    }
    list.closeRow(0);
    builder.closeRow();
    return builder.take();
  }

  @Test
  void aLongTextBesideALongListIsHandedOnInPortions() {
    int elements = 4_200;
    byte[] text = new byte[1 << 19]; // 2 GiB of copies in all, more than one array can hold
    List<Integer> sizes = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    new ExplodeOperator(1, false, OUTPUT)
        .process(
            row(text, elements),
            batch -> {
              sizes.add(batch.count());
              for (int i = 0; i < batch.count(); i++) {
                assertThat(((BytesColumn) batch.column(0)).length(i)).isEqualTo(text.length);
                numbers.add(((LongColumn) batch.column(1)).get(i));
              }
            });
    assertThat(numbers).containsExactlyElementsOf(LongStream.range(0, elements).boxed().toList());
    assertThat(sizes).allMatch(size -> size <= 16);
  }

  @Test
  void narrowRowsAreHandedOnInWholeBatches() {
    List<Integer> sizes = new ArrayList<>();
    new ExplodeOperator(1, false, OUTPUT)
        .process(row(new byte[10], 10_000), batch -> sizes.add(batch.count()));
    assertThat(sizes).containsExactly(4096, 4096, 10_000 - 2 * 4096);
  }
}
