package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.xpath.XPathConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.NodeList;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.document.XmlPath;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** What XPath expressions give for XML texts. */
final class XmlFunctions {
  private XmlFunctions() {}

  /** Puts what a path gives into a column. */
  @FunctionalInterface
  private interface Result {
    void put(ColumnSink out, int row, Object value);
  }

  static List<FunctionDefinition> all() {
    return List.of(
        xpath(
            "xpath",
            "The texts of the nodes that a path leads to; elements themselves have none.",
            "xpath('<a><b>1</b><b>2</b></a>', 'a/b/text()') -> [1, 2]",
            new ArrayType(SimpleType.STRING),
            XPathConstants.NODESET,
            XmlFunctions::texts),
        xpath(
            "xpath_string",
            "The text of the first node that a path leads to; empty if to none.",
            "xpath_string('<a><b>b</b></a>', 'a/b') -> b",
            SimpleType.STRING,
            XPathConstants.STRING,
            (out, row, value) -> out.set(row, (String) value)),
        xpath(
            "xpath_boolean",
            "Whether a path leads to a node, or its condition holds.",
            "xpath_boolean('<a><b>1</b></a>', 'a/b') -> true",
            SimpleType.BOOLEAN,
            XPathConstants.BOOLEAN,
            (out, row, value) -> out.set(row, ((Boolean) value).booleanValue())),
        number(
            "xpath_double|xpath_number",
            SimpleType.DOUBLE,
            (out, row, value) -> out.set(row, ((Double) value).doubleValue())),
        number(
            "xpath_float",
            SimpleType.FLOAT,
            (out, row, value) -> out.set(row, (double) ((Double) value).floatValue())),
        number(
            "xpath_long",
            SimpleType.BIGINT,
            (out, row, value) -> out.set(row, ((Double) value).longValue())),
        number(
            "xpath_int",
            SimpleType.INT,
            (out, row, value) -> out.set(row, (long) ((Double) value).intValue())),
        number(
            "xpath_short",
            SimpleType.SMALLINT,
            (out, row, value) -> out.set(row, (long) ((Double) value).shortValue())));
  }

  private static FunctionDefinition number(String names, DataType type, Result result) {
    String name = names.split("\\|")[0];
    String shown = type.isFractional() ? "3.0" : "3";
    return xpath(
        names,
        type.isFractional()
            ? "The number that a path gives, NaN if none."
            : "The number that a path gives, without its fraction; 0 if none.",
        name + "('<a><b>1</b><b>2</b></a>', 'sum(a/b)') -> " + shown,
        type,
        XPathConstants.NUMBER,
        result);
  }

  private static FunctionDefinition xpath(
      String names, String meaning, String example, DataType type, QName kind, Result result) {
    return function(
        names,
        names.split("\\|")[0] + "(xml, path)",
        meaning,
        example,
        a -> typed(a, type),
        c -> evaluator(c, kind, result));
  }

  private static Typing typed(List<Expression> a, DataType type) {
    boolean texts =
        a.size() == 2 && a.stream().allMatch(e -> Parameter.STRING.accept(e.type()).isPresent());
    if (!texts) {
      return Typing.unfit();
    }
    boolean literal =
        a.get(1).type() == SimpleType.VOID || Rules.literal(a.get(1)).orElse(0) instanceof String;
    return literal
        ? new Typing.Fits(List.of(SimpleType.STRING, SimpleType.STRING), type, true)
        : Typing.unfit("its path is a literal");
  }

  private static Evaluator evaluator(BoundCall c, QName kind, Result result) {
    String text = c.isConstant(1) ? new String(c.constant(1).bytes(), StandardCharsets.UTF_8) : "";
    @Nullable XmlPath path = text.isEmpty() ? null : path(c.name(), text);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          String xml = in.stringAt(0);
          Object value = xml.isEmpty() || path == null ? null : value(c.name(), path, xml, kind);
          if (value == null) {
            out.setNull(in.position());
          } else {
            result.put(out, in.position(), value);
          }
        });
  }

  private static XmlPath path(String function, String text) {
    try {
      return new XmlPath(text);
    } catch (IllegalArgumentException e) {
      throw Failures.argument(
          function,
          Failures.shown(text) + " is no XPath: " + e.getMessage(),
          "write a path such as 'a/b/text()'");
    }
  }

  private static @Nullable Object value(String function, XmlPath path, String xml, QName kind) {
    try {
      return path.value(xml, kind);
    } catch (XmlPath.Unreadable e) {
      throw Failures.argument(
          function, Failures.shown(xml) + ": " + e.getMessage(), "filter such rows out before");
    }
  }

  private static void texts(ColumnSink out, int row, Object value) {
    NodeList nodes = (NodeList) value;
    ArrayBuilder array = (ArrayBuilder) out.builder(row);
    int first = array.elements().size();
    for (int i = 0; i < nodes.getLength(); i++) {
      String text = nodes.item(i).getNodeValue();
      if (text == null) {
        array.elements().appendNull();
      } else {
        ((BytesBuilder) array.elements()).append(text);
      }
    }
    array.closeRow(first);
  }
}
