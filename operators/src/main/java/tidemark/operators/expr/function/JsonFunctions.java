package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.document.JsonSchemas;
import tidemark.operators.expr.document.JsonWriter;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.expr.value.JsonPath;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.format.JsonDocuments;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Values from JSON and as JSON. */
final class JsonFunctions {
  private static final Set<String> READING = Set.of("mode", "timestampFormat", "dateFormat");
  private static final Set<String> WRITING =
      Set.of("ignoreNullFields", "timestampFormat", "timestampNTZFormat", "dateFormat");

  private JsonFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "from_json",
            "from_json(json, schema [, options])",
            "A JSON document as a struct, array or map; what does not fit is null.",
            "from_json('{\"a\":1}', 'a int, b string') -> {1, null}",
            JsonFunctions::reading,
            JsonFunctions::read),
        function(
            "to_json",
            "to_json(value [, options])",
            "A struct, array or map as JSON, without the fields that are null.",
            "to_json(named_struct('a', 1, 'b', array('x'))) -> {\"a\":1,\"b\":[\"x\"]}",
            JsonFunctions::writing,
            JsonFunctions::write),
        rows(
            "schema_of_json",
            "schema_of_json(json)",
            "The schema of a JSON literal, for from_json.",
            "schema_of_json('{\"a\":[1]}') -> STRUCT<a: ARRAY<BIGINT>>",
            JsonFunctions::schemaRule,
            JsonFunctions::schema),
        rows(
            "json_object_keys",
            "json_object_keys(json)",
            "The names of the fields of a JSON object; null if it is none.",
            "json_object_keys('{\"a\":1,\"b\":2}') -> [a, b]",
            Rules.takes(Parameter.STRING).mayGive(new ArrayType(SimpleType.STRING)),
            JsonFunctions::keys));
  }

  private static Typing reading(List<Expression> a) {
    if (a.size() < 2 || a.size() > 3 || a.get(0).type() == SimpleType.BINARY) {
      return Typing.unfit();
    }
    Optional<DataType> type = DocumentSchemas.of(a.get(1)).filter(JsonFunctions::isReadable);
    if (type.isEmpty()) {
      return Typing.unfit(
          "its schema is a literal such as 'a int, b string', 'array<int>' or 'map<string, int>'");
    }
    return DocumentSchemas.hasTextForBad(type.get(), JsonDocuments.CORRUPT)
        ? typed(a, type.get(), Parameter.STRING, READING)
        : Typing.unfit("its field `" + JsonDocuments.CORRUPT + "` is a string");
  }

  private static boolean isReadable(DataType type) {
    return type instanceof StructType
        || type instanceof ArrayType
        || (type instanceof MapType map && map.key() == SimpleType.STRING);
  }

  /** The first argument by its parameter, what is last may be options. */
  private static Typing typed(
      List<Expression> a, DataType type, Parameter first, Set<String> options) {
    Optional<DataType> given = first.accept(a.get(0).type());
    Expression last = a.get(a.size() - 1);
    boolean hasOptions = last.type() instanceof MapType && a.size() > 1;
    Optional<String> problem = hasOptions ? Settings.problem(last, options) : Optional.empty();
    if (given.isEmpty() || problem.isPresent()) {
      return problem.map(Typing::unfit).orElseGet(Typing::unfit);
    }
    List<DataType> types = new ArrayList<>();
    types.add(given.get());
    for (int i = 1; i < a.size(); i++) {
      types.add(i == a.size() - 1 && hasOptions ? Settings.TYPE : SimpleType.STRING);
    }
    return new Typing.Fits(types, type, true);
  }

  private static Evaluator read(BoundCall c) {
    Settings settings = Settings.of(c, 2);
    FormatOptions options = FormatOptions.of(Format.NDJSON).withZone(c.context().zone());
    if (settings.find("timestampFormat").isPresent()) {
      options = options.withTimestampFormat(settings.find("timestampFormat").get());
    }
    if (settings.find("dateFormat").isPresent()) {
      options = options.withDateFormat(settings.find("dateFormat").get());
    }
    JsonDocuments documents = new JsonDocuments(c.type(), options);
    boolean failFast = settings.is("mode", "FAILFAST");
    return Rows.strict(
        c.arguments().subList(0, 1),
        c.argumentTypes().subList(0, 1),
        c.type(),
        (in, out) -> {
          int start = in.start(0);
          boolean fits =
              documents.append(in.data(0), start, start + in.length(0), out.builder(in.position()));
          if (!fits && failFast) {
            throw Failures.argument(
                "from_json",
                Failures.shown(in.stringAt(0)) + " does not fit " + c.type().ddl(),
                "leave out the mode FAILFAST to get null instead");
          }
        });
  }

  private static Typing writing(List<Expression> a) {
    if (a.isEmpty() || a.size() > 2) {
      return Typing.unfit();
    }
    DataType type = a.get(0).type();
    if (type == SimpleType.VOID) {
      return new Typing.Fits(List.of(type), SimpleType.STRING, true);
    }
    boolean nested =
        type instanceof StructType || type instanceof ArrayType || type instanceof MapType;
    return nested && hasPlainKeys(type)
        ? typed(a, SimpleType.STRING, Parameter.ANY, WRITING)
        : Typing.unfit(nested ? "the keys of its maps must be plain values" : "it takes no others");
  }

  private static boolean hasPlainKeys(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().allMatch(f -> hasPlainKeys(f.type()));
    }
    if (type instanceof ArrayType array) {
      return hasPlainKeys(array.element());
    }
    return !(type instanceof MapType map)
        || (Coercion.isAtomic(map.key())
            && map.key() != SimpleType.BINARY
            && hasPlainKeys(map.value()));
  }

  private static Evaluator write(BoundCall c) {
    Settings settings = Settings.of(c, 1);
    JsonWriter writer =
        new JsonWriter(
            c.context().zone(),
            settings.find("timestampFormat"),
            settings.find("timestampNTZFormat"),
            settings.find("dateFormat"),
            settings.is("ignoreNullFields", "false"));
    return Rows.strict(
        c.arguments().subList(0, 1),
        c.argumentTypes().subList(0, 1),
        c.type(),
        (in, out) -> out.set(in.position(), writer.text(in.column(0), in.position(), in.type(0))));
  }

  private static Typing schemaRule(List<Expression> a) {
    return a.size() == 1 && Rules.literal(a.get(0)).orElse(0) instanceof String
        ? Typing.fits(List.of(SimpleType.STRING), SimpleType.STRING, a)
        : Typing.unfit("it takes a literal");
  }

  private static void schema(Row in, ColumnSink out) {
    Optional<DataType> type = JsonSchemas.of(in.stringAt(0));
    if (type.isEmpty()) {
      throw Failures.argument(
          "schema_of_json", Failures.shown(in.stringAt(0)) + " is no JSON", "correct the text");
    }
    out.set(in.position(), DocumentSchemas.sql(type.get()));
  }

  private static void keys(Row in, ColumnSink out) {
    Optional<List<String>> keys = JsonPath.keys(in.stringAt(0));
    if (keys.isEmpty()) {
      out.setNull(in.position());
      return;
    }
    ArrayBuilder array = (ArrayBuilder) out.builder(in.position());
    int first = array.elements().size();
    keys.get().forEach(((BytesBuilder) array.elements())::append);
    array.closeRow(first);
  }
}
