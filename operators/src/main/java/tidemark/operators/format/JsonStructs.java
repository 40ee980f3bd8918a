package tidemark.operators.format;

import tidemark.operators.batch.StructColumn;
import tidemark.operators.types.StructType;

/** Structs as objects. */
final class JsonStructs extends JsonColumn<StructColumn> {
  private final JsonFields fields;

  JsonStructs(StructType type) {
    this.fields = new JsonFields(type.fields());
  }

  @Override
  void within(StructColumn outer) {
    fields.begin(outer::field);
  }

  @Override
  boolean isShort() {
    return false;
  }

  @Override
  int most(StructColumn values, int row) {
    return fields.most(row);
  }

  @Override
  int write(StructColumn values, int row, byte[] target, int at) {
    return fields.write(row, target, at);
  }
}
