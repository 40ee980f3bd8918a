package tidemark.operators.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import tidemark.operators.avro.AvroSchema.AvroField;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.Utf8;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Appends values to the builders of columns, or passes over them. */
final class AvroValues {
  private static final int MAX_DEPTH = 500;

  private final AvroBytes in;
  private String misfit = "";

  AvroValues(AvroBytes in) {
    this.in = in;
  }

  /** The last value that did not fit its type; empty text if there is none. Forgets it. */
  String takeMisfit() {
    String taken = misfit;
    misfit = "";
    return taken;
  }

  /** Appends the next value; one that does not fit is null, and noted. */
  void append(AvroSchema schema, DataType type, ColumnBuilder target) throws DamagedException {
    switch (schema.kind()) {
      case UNION -> append(schema.branches().get(in.index(schema.branches().size())), type, target);
      case NULL -> target.appendNull();
      case BOOLEAN -> ((BooleanBuilder) target).append(in.bool());
      case INT, LONG -> number(schema, target);
      case FLOAT -> ((DoubleBuilder) target).append(in.single());
      case DOUBLE -> ((DoubleBuilder) target).append(in.fraction());
      case BYTES, STRING -> bytes(type, in.length(), target);
      case FIXED -> bytes(type, schema.size(), target);
      case ENUM ->
          ((BytesBuilder) target).append(schema.symbols().get(in.index(schema.symbols().size())));
      case ARRAY -> array(schema, (ArrayType) type, (ArrayBuilder) target);
      case MAP -> map(schema, (MapType) type, (MapBuilder) target);
      case RECORD -> record(schema, (StructType) type, (StructBuilder) target);
      case RECURSIVE -> throw AvroBytes.damaged();
    }
  }

  /** Passes over the next value. */
  void skip(AvroSchema schema) throws DamagedException {
    skip(schema, 0);
  }

  private void skip(AvroSchema schema, int depth) throws DamagedException {
    if (depth > MAX_DEPTH) {
      throw AvroBytes.damaged();
    }
    switch (schema.kind()) {
      case UNION -> skip(schema.branches().get(in.index(schema.branches().size())), depth + 1);
      case NULL -> {}
      case BOOLEAN -> {
        boolean unused = in.bool();
      }
      case INT, LONG, ENUM -> {
        long unused = in.number();
      }
      case FLOAT -> {
        int unused = in.take(Float.BYTES);
      }
      case DOUBLE -> {
        int unused = in.take(Double.BYTES);
      }
      case BYTES, STRING -> {
        int unused = in.take(in.length());
      }
      case FIXED -> {
        int unused = in.take(schema.size());
      }
      case ARRAY, MAP -> {
        for (int count = in.entries(); count > 0; count = in.entries()) {
          for (int i = 0; i < count; i++) {
            if (schema.kind() == AvroSchema.Kind.MAP) {
              int unused = in.take(in.length());
            }
            skip(schema.items().orElseThrow(), depth + 1);
          }
        }
      }
      case RECORD -> {
        for (AvroField field : schema.fields()) {
          skip(field.schema(), depth + 1);
        }
      }
      case RECURSIVE ->
          throw new DamagedException(
              "it holds a type inside itself, which cannot be passed over here");
    }
  }

  private void number(AvroSchema schema, ColumnBuilder target) throws DamagedException {
    long value = in.number();
    if (target instanceof DoubleBuilder doubles) {
      doubles.append(value);
      return;
    }
    LongBuilder longs = (LongBuilder) target;
    String logical = schema.kind() == AvroSchema.Kind.LONG ? schema.logical().name() : "";
    if (logical.endsWith("timestamp-millis")) {
      long micros = value * 1000;
      if (Math.multiplyHigh(value, 1000) != micros >> 63) {
        misfit = Long.toString(value);
        longs.appendNull();
      } else {
        longs.append(micros);
      }
    } else {
      longs.append(logical.endsWith("timestamp-nanos") ? Math.floorDiv(value, 1000L) : value);
    }
  }

  private void bytes(DataType type, int length, ColumnBuilder target) throws DamagedException {
    int at = in.take(length);
    if (type instanceof DecimalType decimal) {
      decimal(decimal, at, length, target);
    } else if (type == SimpleType.STRING && Utf8.firstInvalid(in.array(), at, at + length) >= 0) {
      misfit = Utf8.visible(in.array(), at, at + length);
      target.appendNull();
    } else {
      ((BytesBuilder) target).append(in.array(), at, length);
    }
  }

  private void key(int length, BytesBuilder keys) throws DamagedException {
    int at = in.take(length);
    if (Utf8.firstInvalid(in.array(), at, at + length) >= 0) {
      misfit = Utf8.visible(in.array(), at, at + length);
      keys.append(misfit);
    } else {
      keys.append(in.array(), at, length);
    }
  }

  private void decimal(DecimalType type, int at, int length, ColumnBuilder target) {
    BigInteger unscaled = length == 0 ? BigInteger.ZERO : new BigInteger(in.array(), at, length);
    BigDecimal value = new BigDecimal(unscaled, type.scale());
    if (value.precision() > type.precision()) {
      misfit = value.toPlainString();
      target.appendNull();
    } else if (target instanceof LongBuilder longs) {
      longs.append(unscaled.longValue());
    } else {
      ((DecimalBuilder) target).append(value);
    }
  }

  private void array(AvroSchema schema, ArrayType type, ArrayBuilder target)
      throws DamagedException {
    int first = target.elements().size();
    for (int count = in.entries(); count > 0; count = in.entries()) {
      for (int i = 0; i < count; i++) {
        append(schema.items().orElseThrow(), type.element(), target.elements());
      }
    }
    target.closeRow(first);
  }

  private void map(AvroSchema schema, MapType type, MapBuilder target) throws DamagedException {
    int first = target.keys().size();
    for (int count = in.entries(); count > 0; count = in.entries()) {
      for (int i = 0; i < count; i++) {
        int length = in.length();
        key(length, (BytesBuilder) target.keys());
        append(schema.items().orElseThrow(), type.value(), target.values());
      }
    }
    target.closeRow(first);
  }

  private void record(AvroSchema schema, StructType type, StructBuilder target)
      throws DamagedException {
    int rows = target.size();
    for (AvroField field : schema.fields()) {
      int wanted = type.indexOf(field.name());
      if (wanted < 0) {
        skip(field.schema());
      } else {
        append(field.schema(), type.fields().get(wanted).type(), target.field(wanted));
      }
    }
    for (int i = 0; i < target.fieldCount(); i++) {
      if (target.field(i).size() == rows) {
        target.field(i).appendNull();
      }
    }
    target.closeRow();
  }
}
