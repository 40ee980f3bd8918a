package tidemark.operators.expr.compile;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.Binary;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.expr.typing.OperatorTyping;
import tidemark.operators.expr.typing.WholeDays;
import tidemark.operators.expr.value.TimeText;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Gives literals their types and values. */
final class Literals {
  private final ZoneId zone;
  private final ExpressionErrors errors;

  Literals(ZoneId zone, ExpressionErrors errors) {
    this.zone = zone;
    this.errors = errors;
  }

  private Optional<Expression> bad(Place place, String message, String hint) {
    errors.error(Code.TM309, place, message, Optional.of(hint));
    return Optional.empty();
  }

  Optional<Expression> number(Syntax.Number number) {
    String text = number.text().toUpperCase(Locale.ROOT);
    try {
      if (text.endsWith("BD")) {
        return decimal(number, text.substring(0, text.length() - 2));
      }
      return switch (text.charAt(text.length() - 1)) {
        case 'L' -> integral(number, text, SimpleType.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE);
        case 'S' -> integral(number, text, SimpleType.SMALLINT, Short.MIN_VALUE, Short.MAX_VALUE);
        case 'Y' -> integral(number, text, SimpleType.TINYINT, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case 'D' -> floating(number, text, SimpleType.DOUBLE);
        case 'F' -> floating(number, text, SimpleType.FLOAT);
        default -> plain(number, text);
      };
    } catch (NumberFormatException e) {
      return bad(number.place(), "the number " + text + " cannot be read", "write it plainly");
    }
  }

  private Optional<Expression> plain(Syntax.Number number, String text) {
    if (text.indexOf('E') >= 0) {
      return floating(number, text + "D", SimpleType.DOUBLE);
    }
    if (text.indexOf('.') >= 0) {
      return decimal(number, text);
    }
    BigDecimal value = new BigDecimal(text);
    if (value.toBigInteger().bitLength() <= 31) {
      return Optional.of(Literal.of(value.intValueExact()));
    }
    return value.toBigInteger().bitLength() <= 63
        ? Optional.of(Literal.of(value.longValueExact()))
        : decimal(number, text);
  }

  private Optional<Expression> integral(
      Syntax.Number number, String text, SimpleType type, long min, long max) {
    BigDecimal value = new BigDecimal(text.substring(0, text.length() - 1));
    if (value.compareTo(BigDecimal.valueOf(min)) < 0
        || value.compareTo(BigDecimal.valueOf(max)) > 0) {
      return bad(
          number.place(),
          "the number " + text + " is out of the range of " + type.ddl(),
          "a " + type.ddl() + " lies between " + min + " and " + max);
    }
    return Optional.of(new Literal(type, value.longValueExact()));
  }

  private Optional<Expression> floating(Syntax.Number number, String text, SimpleType type) {
    String digits = text.substring(0, text.length() - 1);
    double value = type == SimpleType.FLOAT ? Float.parseFloat(digits) : Double.parseDouble(digits);
    if (Double.isInfinite(value)) {
      return bad(
          number.place(),
          "the number " + text + " is out of the range of " + type.ddl(),
          "write a decimal, or CAST('Infinity' AS " + type.ddl() + ")");
    }
    return Optional.of(new Literal(type, value));
  }

  private Optional<Expression> decimal(Syntax.Number number, String text) {
    BigDecimal value = new BigDecimal(text);
    if (value.scale() < 0) {
      value = value.setScale(0);
    }
    if (Math.max(value.precision(), value.scale()) > DecimalType.MAX_PRECISION) {
      return bad(
          number.place(),
          "the number " + text + " has more than 38 digits",
          "write it as a double, with an exponent");
    }
    return Optional.of(OperatorTyping.decimal(value));
  }

  Optional<Expression> typed(Syntax.TypedText text) {
    return switch (text.type()) {
      case "date" -> date(text);
      case "timestamp", "timestamp_ltz" -> timestamp(text, SimpleType.TIMESTAMP);
      case "timestamp_ntz" -> timestamp(text, SimpleType.TIMESTAMP_NTZ);
      case "x" -> binary(text);
      default -> {
        errors.error(
            Code.TM301,
            text.place(),
            "`" + text.type() + "` is no kind of literal",
            Optional.of("there are DATE, TIMESTAMP, TIMESTAMP_NTZ, INTERVAL and X"));
        yield Optional.empty();
      }
    };
  }

  private Optional<Expression> date(Syntax.TypedText text) {
    OptionalLong days = TimeText.date(text.value());
    return days.isPresent()
        ? Optional.of(new Literal(SimpleType.DATE, days.getAsLong()))
        : bad(text.place(), "'" + text.value() + "' is no date", "for example DATE '2024-01-31'");
  }

  private Optional<Expression> timestamp(Syntax.TypedText text, SimpleType type) {
    OptionalLong micros =
        type == SimpleType.TIMESTAMP
            ? TimeText.timestamp(text.value(), zone)
            : TimeText.timestampWithoutZone(text.value());
    return micros.isPresent()
        ? Optional.of(new Literal(type, micros.getAsLong()))
        : bad(
            text.place(),
            "'" + text.value() + "' is no " + type.ddl(),
            "for example TIMESTAMP '2024-01-31 12:30:00Z'");
  }

  private Optional<Expression> binary(Syntax.TypedText text) {
    String digits = text.value().length() % 2 == 0 ? text.value() : "0" + text.value();
    try {
      return Optional.of(
          new Literal(SimpleType.BINARY, new Binary(HexFormat.of().parseHex(digits))));
    } catch (IllegalArgumentException e) {
      return bad(
          text.place(),
          "'" + text.value() + "' holds more than hexadecimal digits",
          "for example X'1F'");
    }
  }

  Expression interval(Syntax.Interval interval) {
    if (interval.months().isPresent()) {
      return new Literal(SimpleType.YEAR_MONTH_INTERVAL, interval.months().get());
    }
    Literal micros = new Literal(SimpleType.DAY_TIME_INTERVAL, interval.micros().orElse(0L));
    return interval.onlyDays()
        ? new Call(WholeDays.MARK, List.of(micros), micros.type(), false)
        : micros;
  }
}
