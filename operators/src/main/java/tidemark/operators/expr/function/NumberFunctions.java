package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.batch.BooleanColumn;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Arithmetic;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Functions on numbers of any type: size, rounding, bits. */
final class NumberFunctions {
  private static final double[] POWERS = {1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  /** Scaled values below are exact to far less than {@link #UNSURE}. */
  private static final double EXACT_BELOW = 1e9;

  /** Values this near to a tie are rounded by their digits. */
  private static final double UNSURE = 1e-5;

  private NumberFunctions() {}

  static List<FunctionDefinition> all() {
    List<FunctionDefinition> all = new ArrayList<>();
    all.add(
        function(
            "abs",
            "abs(number)",
            "The number without its sign.",
            "abs(-1) -> 1",
            Rules.takes(NumberFunctions::numberOrInterval).gives(t -> t.get(0)),
            NumberFunctions::abs));
    all.add(
        whole(
            "ceil|ceiling",
            "The least whole number that is not below.",
            "ceil(1.2) -> 2",
            RoundingMode.CEILING));
    all.add(
        whole(
            "floor",
            "The greatest whole number that is not above.",
            "floor(1.8) -> 1",
            RoundingMode.FLOOR));
    all.add(
        rounding(
            "round",
            "The number rounded to digits behind the point, ties away from zero.",
            "round(2.5, 0) -> 3",
            RoundingMode.HALF_UP));
    all.add(
        rounding(
            "bround",
            "The number rounded to digits behind the point, ties to the even digit.",
            "bround(2.5, 0) -> 2",
            RoundingMode.HALF_EVEN));
    all.add(bits("&", "a & b", "Bits that are set in both.", "5 & 3 -> 1", 0));
    all.add(bits("|", "a | b", "Bits that are set in one or both.", "5 | 3 -> 7", 1));
    all.add(bits("^", "a ^ b", "Bits that are set in one only.", "5 ^ 3 -> 6", 2));
    all.add(
        function(
            "~",
            "~ a",
            "All bits inverted.",
            "~ 0 -> -1",
            a -> Typing.unfit(),
            Define.strict((in, out) -> out.set(in.position(), ~in.longAt(0)))));
    all.add(
        shift(
            "<<|shiftleft",
            "shiftleft(number, bits)",
            "Bits moved to the left.",
            "shiftleft(1, 3) -> 8",
            0));
    all.add(
        shift(
            ">>|shiftright",
            "shiftright(number, bits)",
            "Bits moved to the right, the sign kept.",
            "shiftright(-8, 1) -> -4",
            1));
    all.add(
        shift(
            ">>>|shiftrightunsigned",
            "shiftrightunsigned(number, bits)",
            "Bits moved to the right, zeros moved in.",
            "shiftrightunsigned(8, 1) -> 4",
            2));
    all.add(
        rows(
            "bit_count",
            "bit_count(number)",
            "How many bits are set.",
            "bit_count(7) -> 3",
            Rules.takes(NumberFunctions::bitCountable).gives(SimpleType.INT),
            (in, out) ->
                out.set(
                    in.position(),
                    in.column(0) instanceof BooleanColumn
                        ? in.booleanAt(0) ? 1L : 0L
                        : (long) Long.bitCount(in.longAt(0)))));
    all.add(
        rows(
            "factorial",
            "factorial(n)",
            "n!, or null outside of 0 to 20.",
            "factorial(5) -> 120",
            Rules.takes(Parameter.INT).mayGive(SimpleType.BIGINT),
            NumberFunctions::factorial));
    all.add(
        rows(
            "bin",
            "bin(number)",
            "The number in binary.",
            "bin(5) -> 101",
            Rules.takes(Parameter.BIGINT).gives(SimpleType.STRING),
            (in, out) -> out.set(in.position(), Long.toBinaryString(in.longAt(0)))));
    all.add(
        rows(
            "conv",
            "conv(text, from, to)",
            "A number's digits in another base, from 2 to 36.",
            "conv('ff', 16, 10) -> 255",
            Rules.takes(Parameter.STRING, Parameter.INT, Parameter.INT).mayGive(SimpleType.STRING),
            NumberFunctions::conv));
    all.add(
        rows(
            "width_bucket",
            "width_bucket(value, low, high, count)",
            "The bucket of equal width that the value falls into.",
            "width_bucket(5.3, 0, 10, 5) -> 3",
            Rules.takes(Parameter.DOUBLE, Parameter.DOUBLE, Parameter.DOUBLE, Parameter.BIGINT)
                .mayGive(SimpleType.BIGINT),
            NumberFunctions::widthBucket));
    return all;
  }

  private static Optional<DataType> numberOrInterval(DataType type) {
    return Coercion.isInterval(type) ? Optional.of(type) : Parameter.NUMBER.accept(type);
  }

  private static Evaluator abs(BoundCall c) {
    DataType type = c.type();
    if (type.isFractional()) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          type,
          (in, out) -> out.set(in.position(), Math.abs(in.doubleAt(0))));
    }
    if (type instanceof DecimalType) {
      return Rows.strict(
          c.arguments(),
          c.argumentTypes(),
          type,
          (in, out) -> out.set(in.position(), in.decimalAt(0).abs()));
    }
    long min = Arithmetic.min(type);
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        type,
        (in, out) -> {
          long value = in.longAt(0);
          if (value == min) {
            throw Failures.overflow("abs(" + value + ")", type.ddl(), "try_subtract");
          }
          out.set(in.position(), Math.abs(value));
        });
  }

  private static FunctionDefinition whole(
      String names, String meaning, String example, RoundingMode mode) {
    String name = names.split("\\|")[0];
    return function(
        names,
        name + "(number)",
        meaning,
        example,
        Rules.takes(Parameter.NUMBER).gives(t -> wholeType(t.get(0))),
        c ->
            Rows.strict(
                c.arguments(), c.argumentTypes(), c.type(), wholeRow(c.argumentType(0), mode)));
  }

  private static DataType wholeType(DataType type) {
    return type instanceof DecimalType d
        ? new DecimalType(Math.min(DecimalType.MAX_PRECISION, d.precision() - d.scale() + 1), 0)
        : SimpleType.BIGINT;
  }

  private static Rows.Function wholeRow(DataType type, RoundingMode mode) {
    if (type instanceof DecimalType) {
      return (in, out) -> out.set(in.position(), in.decimalAt(0).setScale(0, mode));
    }
    if (type.isIntegral()) {
      return (in, out) -> out.set(in.position(), in.longAt(0));
    }
    boolean up = mode == RoundingMode.CEILING;
    return (in, out) -> {
      double value = up ? Math.ceil(in.doubleAt(0)) : Math.floor(in.doubleAt(0));
      out.set(in.position(), (long) value);
    };
  }

  private static FunctionDefinition rounding(
      String name, String meaning, String example, RoundingMode mode) {
    return function(
        name,
        name + "(number [, digits])",
        meaning,
        example,
        NumberFunctions::roundRule,
        c ->
            Rows.strict(
                List.of(c.argument(0)), List.of(c.argumentType(0)), c.type(), roundRow(c, mode)));
  }

  private static Optional<DataType> bitCountable(DataType type) {
    boolean fits = type.isIntegral() || type == SimpleType.BOOLEAN || type == SimpleType.VOID;
    return fits ? Optional.of(type) : Optional.empty();
  }

  private static Typing roundRule(List<Expression> a) {
    if (a.isEmpty() || a.size() > 2) {
      return Typing.unfit();
    }
    Optional<DataType> type = Parameter.NUMBER.accept(a.get(0).type());
    int digits = 0;
    if (a.size() == 2) {
      Optional<Object> literal = Rules.literal(a.get(1));
      boolean isNull = a.get(1).type() == SimpleType.VOID;
      if (!isNull && (literal.isEmpty() || !(literal.get() instanceof Number))) {
        return Typing.unfit("the digits must be a literal");
      }
      long value = isNull ? 0 : ((Number) literal.get()).longValue();
      if ((int) value != value) {
        return Typing.unfit("so many digits do not fit an int");
      }
      digits = (int) Math.max(-400, Math.min(400, value));
    }
    if (type.isEmpty()) {
      return Typing.unfit();
    }
    List<DataType> types =
        a.size() == 1 ? List.of(type.get()) : List.of(type.get(), SimpleType.INT);
    return new Typing.Fits(
        types, roundedType(type.get(), digits), a.stream().anyMatch(Expression::nullable));
  }

  private static DataType roundedType(DataType type, int digits) {
    if (!(type instanceof DecimalType d)) {
      return type;
    }
    int whole = d.precision() - d.scale() + 1;
    if (digits < 0) {
      return new DecimalType(Math.min(DecimalType.MAX_PRECISION, Math.max(whole, -digits + 1)), 0);
    }
    int scale = Math.min(d.scale(), digits);
    return new DecimalType(Math.min(DecimalType.MAX_PRECISION, whole + scale), scale);
  }

  private static Rows.Function roundRow(BoundCall c, RoundingMode mode) {
    if (c.arguments().size() > 1 && !c.isConstant(1)) {
      return (in, out) -> out.setNull(in.position());
    }
    long wanted = c.arguments().size() < 2 ? 0 : c.constant(1).longValue();
    int digits = (int) Math.max(-400, Math.min(400, wanted));
    DataType type = c.argumentType(0);
    if (type instanceof DecimalType) {
      DecimalType result = (DecimalType) c.type();
      return (in, out) -> {
        BigDecimal value =
            in.decimalAt(0)
                .setScale(Math.min(digits, result.scale()), mode)
                .setScale(result.scale());
        if (value.precision() > result.precision()) {
          throw Failures.overflow(
              "round(" + in.decimalAt(0).toPlainString() + ", " + digits + ")",
              result.ddl(),
              "try_cast");
        }
        out.set(in.position(), value);
      };
    }
    if (type.isFractional()) {
      boolean single = type == SimpleType.FLOAT;
      return (in, out) -> out.set(in.position(), rounded(in.doubleAt(0), digits, mode, single));
    }
    return (in, out) -> roundWhole(in, out, digits, mode, type);
  }

  private static void roundWhole(
      Row in,
      tidemark.operators.expr.kernel.ColumnSink out,
      int digits,
      RoundingMode mode,
      DataType type) {
    long value = in.longAt(0);
    if (digits >= 0) {
      out.set(in.position(), value);
      return;
    }
    BigInteger rounded = BigDecimal.valueOf(value).setScale(digits, mode).toBigInteger();
    if (rounded.bitLength() > 63
        || rounded.longValue() > Arithmetic.max(type)
        || rounded.longValue() < Arithmetic.min(type)) {
      throw Failures.overflow("round(" + value + ", " + digits + ")", type.ddl(), "try_cast");
    }
    out.set(in.position(), rounded.longValue());
  }

  private static double rounded(double value, int digits, RoundingMode mode, boolean single) {
    if (!Double.isFinite(value)) {
      return value;
    }
    if (!single && digits >= 0 && digits < POWERS.length) {
      double scaled = value * POWERS[digits];
      double below = Math.floor(scaled);
      double rest = scaled - below;
      if (Math.abs(scaled) < EXACT_BELOW && Math.abs(rest - 0.5) > UNSURE) {
        return ((rest < 0.5 ? below : below + 1) + 0.0) / POWERS[digits];
      }
    }
    String text = single ? Float.toString((float) value) : Double.toString(value);
    BigDecimal rounded = new BigDecimal(text).setScale(digits, mode);
    return single ? rounded.floatValue() : rounded.doubleValue();
  }

  private static FunctionDefinition bits(
      String names, String signature, String meaning, String example, int kind) {
    String name = names.equals("|") ? "|" : names.split("\\|")[0];
    return new FunctionDefinition(
        List.of(name),
        signature,
        meaning,
        example,
        a -> Typing.unfit(),
        Define.strict(
            (in, out) -> {
              long a = in.longAt(0);
              long b = in.longAt(1);
              out.set(in.position(), kind == 0 ? a & b : kind == 1 ? a | b : a ^ b);
            }));
  }

  private static FunctionDefinition shift(
      String names, String signature, String meaning, String example, int kind) {
    Typing.Rule rule =
        Rules.takes(
                t -> t == SimpleType.BIGINT ? Optional.of(t) : Parameter.INT.accept(t),
                Parameter.INT)
            .gives(t -> t.get(0));
    return function(
        names,
        signature,
        meaning,
        example,
        rule,
        c -> {
          boolean wide = c.type() == SimpleType.BIGINT;
          return Rows.strict(
              c.arguments(),
              c.argumentTypes(),
              c.type(),
              (in, out) ->
                  out.set(
                      in.position(),
                      wide
                          ? shifted(in.longAt(0), in.intAt(1), kind)
                          : shifted(in.intAt(0), in.intAt(1), kind)));
        });
  }

  private static long shifted(long value, int bits, int kind) {
    return kind == 0 ? value << bits : kind == 1 ? value >> bits : value >>> bits;
  }

  private static long shifted(int value, int bits, int kind) {
    return kind == 0 ? value << bits : kind == 1 ? value >> bits : value >>> bits;
  }

  private static void factorial(Row in, tidemark.operators.expr.kernel.ColumnSink out) {
    int n = in.intAt(0);
    if (n < 0 || n > 20) {
      out.setNull(in.position());
      return;
    }
    long product = 1;
    for (int i = 2; i <= n; i++) {
      product *= i;
    }
    out.set(in.position(), product);
  }

  /** The value of a digit or letter of ASCII; -1 for others. */
  private static int digit(char c, int base) {
    return c < 0x80 ? Character.digit(c, base) : -1;
  }

  private static void conv(Row in, tidemark.operators.expr.kernel.ColumnSink out) {
    int from = in.intAt(1);
    int to = in.intAt(2);
    String text = in.stringAt(0).strip();
    boolean minus = text.startsWith("-");
    int end = minus ? 1 : 0;
    boolean legal =
        from >= 2 && from <= 36 && Math.abs(to) >= 2 && Math.abs(to) <= 36 && !text.isEmpty();
    while (legal && end < text.length() && digit(text.charAt(end), from) >= 0) {
      end++;
    }
    if (!legal) {
      out.setNull(in.position());
      return;
    }
    String digits = text.substring(minus ? 1 : 0, end);
    BigInteger value = digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits, from);
    if (value.bitLength() > 64) {
      throw Failures.overflow("conv('" + text + "')", "64 bits", "try_cast");
    }
    out.set(in.position(), converted(value.longValue(), minus, to).toUpperCase(Locale.ROOT));
  }

  /**
   * Digits of 64 bits. A positive base shows them without a sign, a negative number that is too
   * small for them as all ones; a negative base shows them with the sign that was given, or that
   * they have.
   */
  private static String converted(long bits, boolean minus, int base) {
    if (base > 0) {
      long shown = !minus ? bits : bits < 0 ? -1 : -bits;
      return Long.toUnsignedString(shown, base);
    }
    String digits = Long.toUnsignedString(bits < 0 ? -bits : bits, -base);
    return minus || bits < 0 ? "-" + digits : digits;
  }

  private static void widthBucket(Row in, tidemark.operators.expr.kernel.ColumnSink out) {
    double value = in.doubleAt(0);
    double low = in.doubleAt(1);
    double high = in.doubleAt(2);
    long count = in.longAt(3);
    boolean none =
        count <= 0
            || count == Long.MAX_VALUE
            || Double.isNaN(value)
            || low == high
            || !Double.isFinite(low)
            || !Double.isFinite(high);
    if (none) {
      out.setNull(in.position());
      return;
    }
    double share = (value - low) / (high - low);
    long bucket = share < 0 ? 0 : share >= 1 ? count + 1 : (long) (share * count) + 1;
    out.set(in.position(), bucket);
  }
}
