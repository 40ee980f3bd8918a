package tidemark.operators.format;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.types.DecimalType;

/** Decimals of more digits than a long has, written as numbers. */
final class FastWide extends FastNested {
  private final DecimalBuilder builder;
  private final DecimalType type;

  FastWide(DecimalBuilder builder, DecimalType type) {
    this.builder = builder;
    this.type = type;
  }

  @Override
  int append(byte[] b, int at) {
    int end = FastNumbers.end(b, at);
    if (end < 0) {
      return FastLeaf.appendNull(b, at, builder);
    }
    String text = new String(b, at, end - at, StandardCharsets.ISO_8859_1);
    BigDecimal value = DecimalTexts.read(text, type.precision(), type.scale());
    if (value == null) {
      return FastJson.UNSURE;
    }
    builder.append(value);
    return end;
  }
}
