package tidemark.operators.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** Whether what was written with one schema can be read as declared columns. */
final class AvroFit {
  private AvroFit() {}

  /** What keeps records of the fields from being read with these columns, one sentence each. */
  static List<String> objections(
      List<AvroField> fields, Schema wanted, Optional<Integer> badColumn) {
    List<String> objections = new ArrayList<>();
    boolean isForeign = true;
    for (int i = 0; i < wanted.size(); i++) {
      if (badColumn.isPresent() && badColumn.get() == i) {
        continue;
      }
      Field declared = wanted.field(i);
      Optional<AvroSchema> stored = field(fields, declared.name());
      isForeign &= stored.isEmpty();
      if (stored.isPresent() && !AvroTypes.isReadable(stored.get(), declared.type())) {
        String type =
            AvroTypes.natural(stored.get())
                .map(DataType::ddl)
                .orElse("of a type that there is not here");
        objections.add(
            "column `"
                + declared.name()
                + "` is "
                + type
                + " in it, and not readable as "
                + declared.type().ddl());
      } else if (stored.isEmpty()) {
        missing(fields, declared).ifPresent(objections::add);
      }
    }
    return isForeign && objections.isEmpty()
        ? List.of("it has none of the declared columns")
        : List.copyOf(objections);
  }

  private static Optional<String> missing(List<AvroField> fields, Field declared) {
    Optional<String> similar =
        fields.stream()
            .map(AvroField::name)
            .filter(name -> name.equalsIgnoreCase(declared.name()))
            .findFirst();
    if (similar.isPresent()) {
      return Optional.of("it has no column `" + declared.name() + "`, but `" + similar.get() + "`");
    }
    return declared.nullable()
        ? Optional.empty()
        : Optional.of("it has no column `" + declared.name() + "`, which is `not null`");
  }

  private static Optional<AvroSchema> field(List<AvroField> fields, String name) {
    return fields.stream().filter(f -> f.name().equals(name)).map(AvroField::schema).findFirst();
  }
}
