package tidemark.operators.parquet;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import tidemark.operators.format.ByteSink;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Writes a schema as the format's list of nodes, and says how types are stored. */
final class SchemaText {
  private static final int REQUIRED = 0;
  private static final int OPTIONAL = 1;
  private static final int REPEATED = 2;
  private static final int CONVERTED_MAP = 1;
  private static final int CONVERTED_LIST = 3;

  private final ThriftWriter out;
  private int nodes;

  private SchemaText(ThriftWriter out) {
    this.out = out;
  }

  /** Writes the field of a footer that holds the schema. */
  static void write(ThriftWriter out, int id, Schema schema) {
    SchemaText counting = new SchemaText(new ThriftWriter(new ByteSink()));
    counting.all(schema);
    out.structs(id, counting.nodes);
    new SchemaText(out).all(schema);
  }

  /** The path of each leaf, in the order of the schema. */
  static List<List<String>> paths(Schema schema) {
    List<List<String>> paths = new ArrayList<>();
    schema.fields().forEach(f -> paths(List.of(f.name()), f.type(), paths));
    return paths;
  }

  /** How the values of a type without parts are stored. */
  static Physical physical(DataType type) {
    if (type instanceof DecimalType decimal) {
      return decimal.precision() <= 9
          ? Physical.INT32
          : decimal.precision() <= DecimalType.MAX_LONG_DIGITS
              ? Physical.INT64
              : Physical.FIXED_LEN_BYTE_ARRAY;
    }
    return switch ((SimpleType) type) {
      case BOOLEAN -> Physical.BOOLEAN;
      case TINYINT, SMALLINT, INT, DATE -> Physical.INT32;
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> Physical.INT64;
      case FLOAT -> Physical.FLOAT;
      case DOUBLE -> Physical.DOUBLE;
      case STRING, BINARY -> Physical.BYTE_ARRAY;
      case DAY_TIME_INTERVAL, YEAR_MONTH_INTERVAL, VOID -> throw new AssertionError(type);
    };
  }

  /** The bytes that every unscaled value of so many digits fits into. */
  static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
  }

  private static void paths(List<String> path, DataType type, List<List<String>> paths) {
    if (type instanceof StructType struct) {
      struct.fields().forEach(f -> paths(below(path, f.name()), f.type(), paths));
    } else if (type instanceof ArrayType array) {
      paths(below(below(path, "list"), "element"), array.element(), paths);
    } else if (type instanceof MapType map) {
      paths(below(below(path, "key_value"), "key"), map.key(), paths);
      paths(below(below(path, "key_value"), "value"), map.value(), paths);
    } else {
      paths.add(path);
    }
  }

  private static List<String> below(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }

  private void all(Schema schema) {
    group("schema", -1, schema.size()).close();
    nodes++;
    schema.fields().forEach(f -> node(f.name(), f.type(), OPTIONAL));
  }

  private ThriftWriter group(String name, int repetition, int children) {
    out.element();
    if (repetition >= 0) {
      out.integer(3, repetition);
    }
    return out.text(4, name).integer(5, children);
  }

  private void node(String name, DataType type, int repetition) {
    nodes++;
    if (type instanceof StructType struct) {
      group(name, repetition, struct.fields().size()).close();
      struct.fields().forEach(f -> node(f.name(), f.type(), OPTIONAL));
    } else if (type instanceof ArrayType array) {
      group(name, repetition, 1).integer(6, CONVERTED_LIST).struct(10).struct(3).close().close();
      out.close();
      nodes++;
      group("list", REPEATED, 1).close();
      node("element", array.element(), OPTIONAL);
    } else if (type instanceof MapType map) {
      group(name, repetition, 1).integer(6, CONVERTED_MAP).struct(10).struct(2).close().close();
      out.close();
      nodes++;
      group("key_value", REPEATED, 2).close();
      node("key", map.key(), REQUIRED);
      node("value", map.value(), OPTIONAL);
    } else {
      leaf(name, type, repetition);
    }
  }

  private void leaf(String name, DataType type, int repetition) {
    Physical physical = physical(type);
    out.element().integer(1, physical.ordinal());
    if (physical == Physical.FIXED_LEN_BYTE_ARRAY) {
      out.integer(2, decimalBytes(((DecimalType) type).precision()));
    }
    out.integer(3, repetition).text(4, name);
    annotation(type);
    out.close();
  }

  /** Both notations, for readers of any age. */
  private void annotation(DataType type) {
    if (type instanceof DecimalType decimal) {
      out.integer(6, 5).integer(7, decimal.scale()).integer(8, decimal.precision());
      out.struct(10).struct(5).integer(1, decimal.scale()).integer(2, decimal.precision());
      out.close().close();
      return;
    }
    switch ((SimpleType) type) {
      case STRING -> out.integer(6, 0).struct(10).struct(1).close().close();
      case DATE -> out.integer(6, 6).struct(10).struct(6).close().close();
      case TINYINT -> integer(15, 8);
      case SMALLINT -> integer(16, 16);
      case TIMESTAMP -> {
        out.integer(6, 10);
        timestamp(true);
      }
      case TIMESTAMP_NTZ -> timestamp(false);
      case BOOLEAN,
          INT,
          BIGINT,
          FLOAT,
          DOUBLE,
          BINARY,
          DAY_TIME_INTERVAL,
          YEAR_MONTH_INTERVAL,
          VOID -> {}
    }
  }

  private void integer(int converted, int bits) {
    out.integer(6, converted).struct(10).struct(10).octet(1, bits).bool(2, true);
    out.close().close();
  }

  private void timestamp(boolean utc) {
    out.struct(10).struct(8).bool(1, utc).struct(2).struct(2).close().close().close().close();
  }
}
