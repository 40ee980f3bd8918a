package tidemark.operators.format;

import java.math.BigDecimal;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.types.DecimalType;

/** Decimals of more digits than a long has, as numbers or texts that are some. */
final class FastWide extends FastNested {
  private final DecimalBuilder builder;
  private final DecimalType type;

  FastWide(DecimalBuilder builder, DecimalType type) {
    this.builder = builder;
    this.type = type;
  }

  @Override
  int append(byte[] b, int at) {
    int start = b[at] == '"' ? at + 1 : at;
    int end = FastNumbers.end(b, start);
    if (end < 0) {
      return appendNull(b, at, builder);
    }
    int behind = FastNumbers.behind(b, at, end);
    BigDecimal value =
        ByteNumbers.bigDecimal(ByteNumbers.text(b, start, end), type.precision(), type.scale());
    if (behind < 0 || value == null) {
      return FastJson.UNSURE;
    }
    builder.append(value);
    return behind;
  }
}
