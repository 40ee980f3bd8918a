package tidemark.runner.infer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tidemark.operators.types.DataType;

/** The narrowest type that holds all values seen so far. */
sealed interface InferredType {
  /** The type in DDL words. */
  String ddl();

  /** Only nulls. */
  record Nothing() implements InferredType {
    @Override
    public String ddl() {
      return "string";
    }
  }

  /** Types without parts; of two numbers the later one holds both. */
  enum Simple implements InferredType {
    BOOLEAN("boolean"),
    BIGINT("bigint"),
    DECIMAL("decimal(38,0)"),
    DOUBLE("double"),
    DATE("date"),
    TIMESTAMP("timestamp"),
    STRING("string");

    private final String ddl;

    Simple(String ddl) {
      this.ddl = ddl;
    }

    @Override
    public String ddl() {
      return ddl;
    }

    private boolean isNumber() {
      return this == BIGINT || this == DECIMAL || this == DOUBLE;
    }
  }

  /** A type that the file itself names. */
  record Declared(DataType type) implements InferredType {
    @Override
    public String ddl() {
      return type.ddl();
    }
  }

  /** A list. */
  record Elements(InferredType element) implements InferredType {
    @Override
    public String ddl() {
      return "array<" + element.ddl() + ">";
    }
  }

  /** An object, its fields in the order in which they were met. */
  record Fields(Map<String, InferredType> fields) implements InferredType {
    public Fields {
      fields = new LinkedHashMap<>(fields);
    }

    @Override
    public String ddl() {
      return fields.entrySet().stream()
          .map(f -> Names.inDdl(f.getKey()) + ": " + f.getValue().ddl())
          .collect(Collectors.joining(", ", "struct<", ">"));
    }
  }

  /** The narrowest type that holds the values of both; string, if nothing else does. */
  static InferredType both(InferredType one, InferredType other) {
    if (one.equals(other) || other instanceof Nothing) {
      return one;
    }
    if (one instanceof Nothing) {
      return other;
    }
    if (one instanceof Simple a && other instanceof Simple b && a.isNumber() && b.isNumber()) {
      return a.compareTo(b) > 0 ? a : b;
    }
    if (one instanceof Elements a && other instanceof Elements b) {
      return new Elements(both(a.element(), b.element()));
    }
    if (one instanceof Fields a && other instanceof Fields b) {
      Map<String, InferredType> all = new LinkedHashMap<>(a.fields());
      b.fields().forEach((name, type) -> all.merge(name, type, InferredType::both));
      return new Fields(all);
    }
    return Simple.STRING;
  }
}
