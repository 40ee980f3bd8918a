package tidemark.operators.format;

import tidemark.operators.batch.LongColumn;
import tidemark.operators.types.SimpleType;

/** Dates and timestamps as strings. */
final class JsonTimes extends JsonColumn<LongColumn> {
  private final boolean dates;
  private final boolean zulu;
  private final ValueBytes texts = new ValueBytes();

  JsonTimes(SimpleType type) {
    this.dates = type == SimpleType.DATE;
    this.zulu = type == SimpleType.TIMESTAMP;
  }

  @Override
  int write(LongColumn values, int row, byte[] target, int at) {
    target[at] = '"';
    long value = values.get(row);
    int end =
        dates ? texts.date(value, target, at + 1) : texts.timestamp(value, zulu, target, at + 1);
    target[end] = '"';
    return end + 1;
  }
}
