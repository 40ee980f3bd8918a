package tidemark.operators.format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BooleanBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Random columns and rows, for what is written to be read again. */
public final class RandomRows {
  private RandomRows() {}

  /** Some columns, nested ones among them. */
  public static Schema schema(Random random) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(5); i++) {
      fields.add(Field.of("c" + i, type(random, 0)));
    }
    return new Schema(fields);
  }

  private static DataType type(Random random, int depth) {
    List<SimpleType> simple =
        List.of(
            SimpleType.BOOLEAN,
            SimpleType.TINYINT,
            SimpleType.SMALLINT,
            SimpleType.INT,
            SimpleType.BIGINT,
            SimpleType.FLOAT,
            SimpleType.DOUBLE,
            SimpleType.STRING,
            SimpleType.BINARY,
            SimpleType.DATE,
            SimpleType.TIMESTAMP,
            SimpleType.TIMESTAMP_NTZ);
    int choice = random.nextInt(depth < 3 ? 18 : 14);
    if (choice < 12) {
      return simple.get(choice);
    }
    if (choice < 14) {
      int precision = 1 + random.nextInt(38);
      return new DecimalType(precision, random.nextInt(precision + 1));
    }
    return switch (choice) {
      case 14, 15 -> new ArrayType(type(random, depth + 1));
      case 16 -> new MapType(SimpleType.STRING, type(random, depth + 1));
      default ->
          new StructType(
              List.of(
                  Field.of("x", type(random, depth + 1)), Field.of("y", type(random, depth + 1))));
    };
  }

  /** Rows with nulls and with values that repeat. */
  public static Batch batch(Schema schema, int rows, Random random) {
    BatchBuilder builder = new BatchBuilder(schema);
    int distinct = 1 + random.nextInt(2000);
    for (int row = 0; row < rows; row++) {
      for (int c = 0; c < schema.size(); c++) {
        append(schema.field(c).type(), builder.column(c), distinct, random);
      }
      builder.closeRow();
    }
    return builder.take();
  }

  private static void append(DataType type, ColumnBuilder target, int distinct, Random random) {
    if (random.nextInt(6) == 0) {
      target.appendNull();
      return;
    }
    long number = random.nextInt(distinct) * 7919L - distinct;
    if (target instanceof LongBuilder longs) {
      longs.append(
          type instanceof DecimalType d ? digits(number, d.precision()) : within(type, number));
    } else if (target instanceof DoubleBuilder doubles) {
      doubles.append(type == SimpleType.FLOAT ? (float) number / 3 : number / 3.0);
    } else if (target instanceof BooleanBuilder booleans) {
      booleans.append(number % 2 == 0);
    } else if (target instanceof BytesBuilder bytes) {
      bytes.append("value ☃ " + number);
    } else if (target instanceof DecimalBuilder decimals) {
      DecimalType decimal = (DecimalType) type;
      BigInteger limit = BigInteger.TEN.pow(decimal.precision());
      BigInteger unscaled =
          new BigInteger(127, random)
              .mod(limit)
              .multiply(BigInteger.valueOf(random.nextInt(2) * 2 - 1));
      decimals.append(new BigDecimal(unscaled, decimal.scale()));
    } else if (target instanceof StructBuilder struct) {
      StructType fields = (StructType) type;
      for (int i = 0; i < struct.fieldCount(); i++) {
        append(fields.fields().get(i).type(), struct.field(i), distinct, random);
      }
      struct.closeRow();
    } else if (target instanceof ArrayBuilder array) {
      int first = array.elements().size();
      for (int i = random.nextInt(4); i > 0; i--) {
        append(((ArrayType) type).element(), array.elements(), distinct, random);
      }
      array.closeRow(first);
    } else if (target instanceof MapBuilder map) {
      int first = map.keys().size();
      for (int i = random.nextInt(3); i > 0; i--) {
        ((BytesBuilder) map.keys()).append("k" + i);
        append(((MapType) type).value(), map.values(), distinct, random);
      }
      map.closeRow(first);
    }
  }

  private static long digits(long number, int precision) {
    return number % (long) Math.pow(10, precision);
  }

  private static long within(DataType type, long number) {
    return type == SimpleType.TINYINT
        ? (byte) number
        : type == SimpleType.SMALLINT ? (short) number : number % 100_000;
  }
}
