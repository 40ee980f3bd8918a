package tidemark.operators.avro;

import java.util.List;
import java.util.Optional;

/**
 * A schema as a file's header gives it.
 *
 * @param branches of a union
 * @param fields of a record
 * @param items of an array, or the values of a map
 * @param symbols of an enum
 */
record AvroSchema(
    Kind kind,
    Logical logical,
    int size,
    List<AvroSchema> branches,
    List<AvroField> fields,
    Optional<AvroSchema> items,
    List<String> symbols) {
  AvroSchema {
    branches = List.copyOf(branches);
    fields = List.copyOf(fields);
    symbols = List.copyOf(symbols);
  }

  /** The kinds of values; {@link #RECURSIVE} is a named type inside itself. */
  enum Kind {
    NULL,
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BYTES,
    STRING,
    FIXED,
    ENUM,
    ARRAY,
    MAP,
    UNION,
    RECORD,
    RECURSIVE
  }

  /** A field of a record. */
  record AvroField(String name, AvroSchema schema) {}

  /**
   * What values mean.
   *
   * @param name the logical type, or empty text
   */
  record Logical(String name, int precision, int scale) {
    static final Logical NONE = new Logical("", 0, 0);
  }

  static AvroSchema simple(Kind kind, Logical logical) {
    return new AvroSchema(kind, logical, 0, List.of(), List.of(), Optional.empty(), List.of());
  }

  static AvroSchema fixed(int size, Logical logical) {
    return new AvroSchema(
        Kind.FIXED, logical, size, List.of(), List.of(), Optional.empty(), List.of());
  }

  static AvroSchema symbols(List<String> symbols) {
    return new AvroSchema(
        Kind.ENUM, Logical.NONE, 0, List.of(), List.of(), Optional.empty(), symbols);
  }

  static AvroSchema union(List<AvroSchema> branches) {
    return new AvroSchema(
        Kind.UNION, Logical.NONE, 0, branches, List.of(), Optional.empty(), List.of());
  }

  static AvroSchema record(List<AvroField> fields) {
    return new AvroSchema(
        Kind.RECORD, Logical.NONE, 0, List.of(), fields, Optional.empty(), List.of());
  }

  static AvroSchema of(Kind arrayOrMap, AvroSchema items) {
    return new AvroSchema(
        arrayOrMap, Logical.NONE, 0, List.of(), List.of(), Optional.of(items), List.of());
  }
}
