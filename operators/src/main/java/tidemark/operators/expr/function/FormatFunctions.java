package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Matching;
import tidemark.operators.expr.kernel.ResultSize;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions that write values by a format. */
final class FormatFunctions {
  private static final String GROUPED = "#,###,###,###,###,###,##0";

  private static final Pattern LONG_NUMBER = Pattern.compile("\\d{7}");

  /** The place of a value in a format, with its width and its precision. */
  private static final Pattern VALUE =
      Pattern.compile("%(?:\\d+\\$)?[-#+ 0,(<]*(\\d++)?(?!\\$)(?:\\.(\\d++))?");

  private FormatFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "format_number",
            "format_number(number, digits | pattern)",
            "The number with commas between thousands and so many digits behind the point, or by a"
                + " pattern such as '#,##0.00'; ties go to the even digit.",
            "format_number(12332.123456, 2) -> 12,332.12",
            FormatFunctions::numberRule,
            FormatFunctions::number),
        function(
            "format_string|printf",
            "format_string(format, value, …)",
            "The format, as in C's printf, with the values put in.",
            "format_string('%s has %d', 'a', 5) -> a has 5",
            FormatFunctions::stringRule,
            Define.lenient(FormatFunctions::string)));
  }

  private static Typing numberRule(List<Expression> a) {
    if (a.size() != 2 || Parameter.NUMBER.accept(a.get(0).type()).isEmpty()) {
      return Typing.unfit();
    }
    DataType by = a.get(1).type() == SimpleType.STRING ? SimpleType.STRING : SimpleType.INT;
    return Parameter.of(by).accept(a.get(1).type()).isEmpty()
        ? Typing.unfit()
        : new Typing.Fits(
            List.of(Parameter.NUMBER.accept(a.get(0).type()).get(), by), SimpleType.STRING, true);
  }

  private static Evaluator number(BoundCall c) {
    boolean byPattern = c.argumentType(1) == SimpleType.STRING;
    Matching.LastPattern<DecimalFormat> formats = Matching.compiled(FormatFunctions::format);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          if (!byPattern && in.intAt(1) < 0) {
            out.setNull(in.position());
            return;
          }
          if (!byPattern) {
            ResultSize.checkText("format_number", in.intAt(1));
          }
          String pattern = byPattern ? in.stringAt(1) : pattern(in.intAt(1));
          out.set(in.position(), formats.of(pattern).format(value(in, 0, true)));
        });
  }

  private static String pattern(int digits) {
    return digits == 0 ? GROUPED : GROUPED + "." + "0".repeat(digits);
  }

  private static DecimalFormat format(String pattern) {
    try {
      DecimalFormat format =
          new DecimalFormat(
              pattern.isEmpty() ? GROUPED : pattern, new DecimalFormatSymbols(Locale.US));
      format.setRoundingMode(RoundingMode.HALF_EVEN);
      return format;
    } catch (IllegalArgumentException e) {
      throw Failures.argument(
          "format_number", Failures.shown(pattern) + " is no pattern", "for example '#,##0.00'");
    }
  }

  private static Typing stringRule(List<Expression> a) {
    if (a.isEmpty() || Parameter.STRING.accept(a.get(0).type()).isEmpty()) {
      return Typing.unfit();
    }
    List<DataType> types = new ArrayList<>();
    types.add(SimpleType.STRING);
    for (Expression value : a.subList(1, a.size())) {
      if (!(value.type() instanceof SimpleType || value.type() instanceof DecimalType)
          || value.type() == SimpleType.BINARY) {
        return Typing.unfit("values are numbers, texts, booleans, dates or timestamps");
      }
      types.add(value.type());
    }
    return new Typing.Fits(types, SimpleType.STRING, a.get(0).nullable());
  }

  private static void string(Row in, ColumnSink out) {
    if (in.isNull(0)) {
      out.setNull(in.position());
      return;
    }
    Object[] values = new Object[in.count() - 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(in, i + 1, false);
    }
    String format = in.stringAt(0);
    if (LONG_NUMBER.matcher(format).find()) {
      checkWidths(format);
    }
    try {
      out.set(in.position(), String.format(Locale.US, format, values));
    } catch (IllegalFormatException e) {
      throw Failures.argument(
          "format_string",
          "the format " + Failures.shown(format) + " does not fit its values: " + e.getMessage(),
          "%d takes whole numbers, %f and %e doubles, %s anything");
    }
  }

  /** A value may be padded to any width, or written with any number of digits. */
  private static void checkWidths(String format) {
    BigInteger length = BigInteger.ZERO;
    Matcher value = VALUE.matcher(format);
    while (value.find()) {
      for (String size : new String[] {value.group(1), value.group(2)}) {
        length = length.add(size == null ? BigInteger.ZERO : new BigInteger(size));
      }
    }
    ResultSize.checkText(
        "format_string", length.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue());
  }

  /** What only %s takes; Spark's decimals are no numbers to formats. */
  private record TextOnly(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The value as the object that formats know; whole numbers, dates and times as Spark has them
   * inside.
   */
  private static @Nullable Object value(Row in, int i, boolean number) {
    if (in.isNull(i)) {
      return null;
    }
    if (in.type(i) instanceof DecimalType) {
      return number ? in.decimalAt(i) : new TextOnly(in.decimalAt(i).toPlainString());
    }
    return switch ((SimpleType) in.type(i)) {
      case BOOLEAN -> in.booleanAt(i);
      case TINYINT -> (byte) in.longAt(i);
      case SMALLINT -> (short) in.longAt(i);
      case INT, DATE, YEAR_MONTH_INTERVAL -> in.intAt(i);
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ, DAY_TIME_INTERVAL -> in.longAt(i);
      case FLOAT -> (float) in.doubleAt(i);
      case DOUBLE -> in.doubleAt(i);
      case STRING -> in.stringAt(i);
      case VOID, BINARY -> throw new IllegalStateException(in.type(i).ddl());
    };
  }
}
