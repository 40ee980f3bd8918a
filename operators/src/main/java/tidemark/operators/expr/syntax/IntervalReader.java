package tidemark.operators.expr.syntax;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.Place;

/** Turns the grammar's three forms of interval literals into amounts. */
final class IntervalReader {
  private static final Pattern PART = Pattern.compile("\\s*([+-]?[0-9.]+)\\s+([A-Za-z]+)");

  private IntervalReader() {}

  /** {@code INTERVAL 1 hour 30 minutes}. */
  static Syntax units(SparkExpressionParser.IntervalUnitsContext c, SyntaxErrors errors) {
    Sum sum = new Sum(SyntaxReader.place(c), errors);
    for (SparkExpressionParser.IntervalPartContext part : c.intervalPart()) {
      sum.add(value(part.intervalValue()), part.unit.getText(), SyntaxReader.place(part));
    }
    return sum.syntax();
  }

  private static String value(SparkExpressionParser.IntervalValueContext c) {
    String text = c.STRING() == null ? c.getText() : Texts.unquoted(c.STRING().getText());
    boolean minus = c.STRING() != null && c.sign != null && c.sign.getText().equals("-");
    return !minus ? text : text.startsWith("-") ? text.substring(1) : "-" + text;
  }

  /** {@code INTERVAL '1-2' YEAR TO MONTH}, {@code INTERVAL '1 02:03' DAY TO MINUTE}. */
  static Syntax range(SparkExpressionParser.IntervalRangeContext c, SyntaxErrors errors) {
    Place place = SyntaxReader.place(c);
    String from = c.from.getText();
    String to = c.to.getText();
    String text = value(c.intervalValue());
    boolean months = Intervals.isYearMonth(from);
    Optional<Long> amount =
        months
            ? Intervals.isYearMonth(to) ? Intervals.yearMonth(text) : Optional.empty()
            : Intervals.dayTime(text, from, to);
    if (amount.isEmpty()) {
      errors.report(
          place,
          "`%s` is no interval of %s to %s".formatted(text, from, to),
          Optional.of(
              "for example INTERVAL '1-2' YEAR TO MONTH or INTERVAL '1 02:03:04' DAY TO SECOND"));
      return new Syntax.Broken(place);
    }
    return months
        ? new Syntax.Interval(amount, Optional.empty(), false, place)
        : new Syntax.Interval(Optional.empty(), amount, false, place);
  }

  /** {@code INTERVAL '1 day 2 hours'}. */
  static Syntax text(SparkExpressionParser.IntervalTextContext c, SyntaxErrors errors) {
    Sum sum = new Sum(SyntaxReader.place(c), errors);
    String text = Texts.unquoted(c.STRING().getText());
    Matcher m = PART.matcher(text);
    int end = 0;
    while (m.find(end) && m.start() == end) {
      sum.add(m.group(1), m.group(2), SyntaxReader.place(c));
      end = m.end();
    }
    if (end == 0 || !text.substring(end).isBlank()) {
      errors.report(
          SyntaxReader.place(c),
          "`" + text + "` is no interval",
          Optional.of("for example INTERVAL '1 day 2 hours'"));
    }
    return sum.syntax();
  }

  /** Adds up the parts of an interval. */
  private static final class Sum {
    private static final List<String> UNITS =
        List.of(
            "years",
            "months",
            "weeks",
            "days",
            "hours",
            "minutes",
            "seconds",
            "milliseconds",
            "microseconds");

    private final Place place;
    private final SyntaxErrors errors;
    private boolean anyMonths;
    private boolean anyMicros;
    private boolean onlyDays = true;
    private long total;

    Sum(Place place, SyntaxErrors errors) {
      this.place = place;
      this.errors = errors;
    }

    void add(String value, String unit, Place part) {
      if (!Intervals.isUnit(unit)) {
        errors.report(
            part,
            "`" + unit + "` is no unit of time",
            Optional.of(
                Nearest.of(unit, UNITS).map(word -> "did you mean `" + word + "`? ").orElse("")
                    + "units are "
                    + String.join(", ", UNITS)));
        return;
      }
      Optional<Long> amount = Intervals.amount(value, unit);
      anyMonths |= Intervals.isYearMonth(unit);
      anyMicros |= !Intervals.isYearMonth(unit);
      onlyDays &= Intervals.isDayOrLonger(unit);
      if (amount.isEmpty()) {
        errors.report(
            part, "`%s %s` is no amount of time".formatted(value, unit), Optional.empty());
        return;
      }
      total += amount.get();
    }

    Syntax syntax() {
      if (anyMonths && anyMicros) {
        errors.unsupported(
            place,
            "an interval cannot mix months with shorter units",
            "add two intervals one after the other");
        return new Syntax.Broken(place);
      }
      return anyMonths
          ? new Syntax.Interval(Optional.of(total), Optional.empty(), false, place)
          : new Syntax.Interval(Optional.empty(), Optional.of(total), onlyDays, place);
    }
  }
}
