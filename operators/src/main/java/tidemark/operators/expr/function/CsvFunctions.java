package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.batch.StructColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.document.CsvSchemas;
import tidemark.operators.expr.document.CsvWriter;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.format.CsvDocuments;
import tidemark.operators.format.CsvOptions;
import tidemark.operators.format.Format;
import tidemark.operators.format.FormatOptions;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Structs from csv records and as csv records. */
final class CsvFunctions {
  private static final Set<String> OPTIONS =
      Set.of("sep", "delimiter", "nullValue", "timestampFormat", "dateFormat");
  private static final Set<String> READING =
      Set.of("sep", "delimiter", "nullValue", "timestampFormat", "dateFormat", "mode");

  private CsvFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "from_csv",
            "from_csv(csv, schema [, options])",
            "A csv record as a struct; what does not fit is null.",
            "from_csv('1,x', 'a int, b string') -> {1, x}",
            CsvFunctions::reading,
            CsvFunctions::read),
        function(
            "to_csv",
            "to_csv(struct [, options])",
            "A struct as a csv record; null if nothing would stand in it.",
            "to_csv(named_struct('a', 1, 'b', 'x,y')) -> 1,\"x,y\"",
            CsvFunctions::writing,
            CsvFunctions::write),
        function(
            "schema_of_csv",
            "schema_of_csv(csv [, options])",
            "The schema of a csv literal, for from_csv.",
            "schema_of_csv('1,x') -> STRUCT<_c0: INT, _c1: STRING>",
            CsvFunctions::inferring,
            CsvFunctions::infer));
  }

  private static Typing reading(List<Expression> a) {
    if (a.size() < 2 || a.size() > 3 || a.get(0).type() == SimpleType.BINARY) {
      return Typing.unfit();
    }
    Optional<DataType> type =
        DocumentSchemas.of(a.get(1)).filter(t -> t instanceof StructType s && isFlat(s));
    if (type.isEmpty()) {
      return Typing.unfit("its schema is a literal such as 'a int, b string'");
    }
    return DocumentSchemas.hasTextForBad(type.get(), CsvDocuments.CORRUPT)
        ? typed(a, type.get(), SimpleType.STRING, READING)
        : Typing.unfit("its field `" + CsvDocuments.CORRUPT + "` is a string");
  }

  private static Typing writing(List<Expression> a) {
    if (a.size() == 1 && a.get(0).type() == SimpleType.VOID) {
      return new Typing.Fits(List.of(new StructType(List.of())), SimpleType.STRING, true);
    }
    if (a.isEmpty() || a.size() > 2 || !(a.get(0).type() instanceof StructType struct)) {
      return Typing.unfit();
    }
    return isFlat(struct)
        ? typed(a, SimpleType.STRING, struct, OPTIONS)
        : Typing.unfit("its fields are plain values");
  }

  private static Typing inferring(List<Expression> a) {
    boolean literal =
        !a.isEmpty() && Expressions.isConstant(a.get(0)) && a.get(0).type() == SimpleType.STRING;
    return literal
        ? typed(a, SimpleType.STRING, SimpleType.STRING, OPTIONS)
        : Typing.unfit("it takes a literal");
  }

  private static boolean isFlat(StructType struct) {
    return struct.fields().stream()
        .allMatch(f -> Coercion.isAtomic(f.type()) && f.type() != SimpleType.BINARY);
  }

  private static Typing typed(
      List<Expression> a, DataType type, DataType first, Set<String> options) {
    Expression last = a.get(a.size() - 1);
    boolean hasOptions = last.type() instanceof MapType && a.size() > 1;
    Optional<String> problem = hasOptions ? Settings.problem(last, options) : Optional.empty();
    boolean fits =
        first instanceof StructType || Parameter.STRING.accept(a.get(0).type()).isPresent();
    if (problem.isPresent() || !fits || (a.size() > 2 && !hasOptions)) {
      return problem.map(Typing::unfit).orElseGet(Typing::unfit);
    }
    List<DataType> types = new ArrayList<>();
    types.add(first);
    for (int i = 1; i < a.size(); i++) {
      types.add(i == a.size() - 1 && hasOptions ? Settings.TYPE : SimpleType.STRING);
    }
    return new Typing.Fits(types, type, true);
  }

  private static String separator(Settings settings, String function) {
    String text = settings.find("sep").or(() -> settings.find("delimiter")).orElse(",");
    if (text.length() != 1 || text.charAt(0) > 0x7f) {
      throw Failures.argument(
          function, "the separator " + Failures.shown(text) + " is too long", "use one character");
    }
    return text;
  }

  private static Evaluator read(BoundCall c) {
    Settings settings = Settings.of(c, 2);
    FormatOptions options =
        FormatOptions.of(Format.CSV)
            .withZone(c.context().zone())
            .withCsv(options(settings, "from_csv"));
    if (settings.find("timestampFormat").isPresent()) {
      options = options.withTimestampFormat(settings.find("timestampFormat").get());
    }
    if (settings.find("dateFormat").isPresent()) {
      options = options.withDateFormat(settings.find("dateFormat").get());
    }
    CsvDocuments documents = new CsvDocuments((StructType) c.type(), options);
    boolean failFast = settings.is("mode", "FAILFAST");
    return Rows.strict(
        c.arguments().subList(0, 1),
        c.argumentTypes().subList(0, 1),
        c.type(),
        (in, out) -> {
          int start = in.start(0);
          StructBuilder struct = (StructBuilder) out.builder(in.position());
          boolean fits = documents.append(in.data(0), start, start + in.length(0), struct);
          if (!fits && failFast) {
            throw Failures.argument(
                "from_csv",
                Failures.shown(in.stringAt(0)) + " does not fit " + c.type().ddl(),
                "leave out the mode FAILFAST to get null instead");
          }
        });
  }

  private static CsvOptions options(Settings settings, String function) {
    return new CsvOptions(
        false,
        separator(settings, function).charAt(0),
        '"',
        '\\',
        Optional.empty(),
        true,
        settings.find("nullValue"),
        false,
        false);
  }

  private static Evaluator infer(BoundCall c) {
    Settings settings = Settings.of(c, 1);
    return Rows.strict(
        c.arguments().subList(0, 1),
        c.argumentTypes().subList(0, 1),
        c.type(),
        (in, out) -> {
          String text = in.stringAt(0);
          if (text.isEmpty()) {
            throw Failures.argument("schema_of_csv", "the text is empty", "give a record");
          }
          List<String> fields = CsvDocuments.fields(text, options(settings, "schema_of_csv"));
          out.set(in.position(), DocumentSchemas.sql(schemas(settings, c).of(fields)));
        });
  }

  private static CsvSchemas schemas(Settings settings, BoundCall c) {
    try {
      return new CsvSchemas(
          settings.find("nullValue"),
          settings.find("dateFormat"),
          settings.find("timestampFormat"),
          c.context().zone());
    } catch (IllegalArgumentException e) {
      throw Failures.argument("schema_of_csv", e.getMessage(), "correct the pattern");
    }
  }

  private static Evaluator write(BoundCall c) {
    Settings settings = Settings.of(c, 1);
    CsvWriter.Style style =
        new CsvWriter.Style(
            separator(settings, "to_csv"),
            settings.find("nullValue").orElse(""),
            settings.find("timestampFormat"),
            settings.find("dateFormat"));
    CsvWriter writer = new CsvWriter(style, c.context().zone());
    StructType type = (StructType) c.argumentType(0);
    return Rows.strict(
        c.arguments().subList(0, 1),
        c.argumentTypes().subList(0, 1),
        c.type(),
        (in, out) -> {
          String text = writer.text((StructColumn) in.column(0), in.position(), type);
          if (text.isEmpty()) {
            out.setNull(in.position());
          } else {
            out.set(in.position(), text);
          }
        });
  }
}
