package tidemark.operators.expr.value;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.types.DecimalType;

/**
 * A pattern of numbers as Spark's {@code to_char} and {@code to_number} have them: {@code [MI|S]
 * [$] digits [. digits] [PR|MI|S]} where digits are {@code 0} or {@code 9}, with {@code ,} or
 * {@code G} between groups. A group that starts with {@code 0} stands for exactly as many digits,
 * others for at most as many.
 */
public final class NumberPattern {
  private static final Pattern FORM =
      Pattern.compile(
          "(?<prefix>MI|S)?(?<dollar>\\$)?(?<whole>[09]+(?:[G,][09]+)*)?"
              + "(?<point>[.D](?<fraction>[09]+)?)?(?<suffix>PR|MI|S)?");

  /** A run of digits. */
  private record Group(int digits, boolean exact) {}

  private final String prefix;
  private final boolean dollar;
  private final boolean point;
  private final String suffix;
  private final List<Group> whole;
  private final int scale;

  private NumberPattern(Matcher form) {
    prefix = text(form, "prefix");
    dollar = form.group("dollar") != null;
    point = form.group("point") != null;
    suffix = text(form, "suffix");
    whole = groups(text(form, "whole"));
    scale = text(form, "fraction").length();
  }

  /**
   * @throws IllegalArgumentException if the text is no such pattern; the message says why
   */
  public static NumberPattern of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("its order is [MI|S] [$] digits [. digits] [PR|MI|S]");
    }
    NumberPattern pattern = new NumberPattern(form);
    if (pattern.precision() == 0) {
      throw new IllegalArgumentException("it has no digit (0 or 9)");
    }
    if (pattern.precision() > DecimalType.MAX_PRECISION) {
      throw new IllegalArgumentException("it has more than 38 digits");
    }
    if (!pattern.prefix.isEmpty() && pattern.prefix.equals(pattern.suffix)) {
      throw new IllegalArgumentException("it has two signs");
    }
    return pattern;
  }

  private static String text(Matcher form, String part) {
    return form.group(part) == null ? "" : form.group(part);
  }

  private static List<Group> groups(String whole) {
    List<Group> groups = new ArrayList<>();
    for (String run : whole.split("[G,]")) {
      if (!run.isEmpty()) {
        groups.add(new Group(run.length(), run.charAt(0) == '0'));
      }
    }
    return groups;
  }

  private int wholeDigits() {
    return whole.stream().mapToInt(Group::digits).sum();
  }

  private int precision() {
    return wholeDigits() + scale;
  }

  /** The type of the numbers that it reads. */
  public DecimalType type() {
    return new DecimalType(precision(), scale);
  }

  /** The number that a text stands for, at the type's scale; null if it does not follow. */
  public @Nullable BigDecimal read(String text) {
    return new Reading(text).number();
  }

  /** One text that is read from left to right. */
  private final class Reading {
    private final String text;
    private final StringBuilder digits = new StringBuilder();
    private final StringBuilder fraction = new StringBuilder();
    private int at;
    private boolean negative;

    Reading(String text) {
      this.text = text;
    }

    private boolean takes(char c) {
      boolean there = at < text.length() && text.charAt(at) == c;
      at += there ? 1 : 0;
      return there;
    }

    private void sign(String allowed) {
      if (takes('-')) {
        negative = !negative;
      } else if (allowed.equals("S")) {
        takes('+');
      }
    }

    @Nullable BigDecimal number() {
      boolean opened = suffix.equals("PR") && takes('<');
      if (!prefix.isEmpty()) {
        sign(prefix);
      }
      if (dollar && !takes('$') && at < text.length()) {
        return null;
      }
      if (!whole.isEmpty() && !digits(whole, digits)) {
        return null;
      }
      boolean pointed = point && takes('.');
      List<Group> behind = scale == 0 ? List.of() : List.of(new Group(scale, false));
      if (scale > 0 && !digits(behind, pointed ? fraction : digits)) {
        return null;
      }
      boolean closed = suffix.equals("PR") && takes('>');
      if (!suffix.isEmpty() && !suffix.equals("PR")) {
        sign(suffix);
      }
      if (at < text.length() || opened != closed || digits.length() + fraction.length() == 0) {
        return null;
      }
      String sign = negative != closed ? "-" : "";
      return new BigDecimal(sign + digits + (fraction.isEmpty() ? "" : "." + fraction))
          .setScale(scale);
    }

    /** Takes digits, spaces and commas; false if they do not fit the groups, from the right. */
    private boolean digits(List<Group> groups, StringBuilder into) {
      List<Integer> sizes = new ArrayList<>();
      int size = 0;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        if (Character.isDigit(c)) {
          into.append(c);
          size++;
        } else if (c == ',') {
          sizes.add(size);
          size = 0;
        } else if (!Character.isWhitespace(c)) {
          break;
        }
      }
      sizes.add(size);
      if (sizes.size() > groups.size()) {
        return false;
      }
      for (int i = 1; i <= groups.size(); i++) {
        Group group = groups.get(groups.size() - i);
        int given = i <= sizes.size() ? sizes.get(sizes.size() - i) : 0;
        if (given > group.digits() || (group.exact() && given != group.digits())) {
          return false;
        }
      }
      return true;
    }
  }

  /** The text of a number; {@code #} for each digit if it has too many. */
  public String write(BigDecimal number) {
    String[] parts = number.abs().toPlainString().split("\\.");
    String before = parts[0].replaceFirst("^0+", "");
    String after = parts.length > 1 ? parts[1].replaceFirst("0+$", "") : "";
    if (before.length() > wholeDigits() || after.length() > scale) {
      before = "#".repeat(wholeDigits());
      after = "#".repeat(scale);
    }
    before = " ".repeat(wholeDigits() - before.length()) + before;
    after += "0".repeat(scale - after.length());
    boolean negative = number.signum() < 0;
    StringBuilder out = new StringBuilder();
    if (suffix.equals("PR") && negative) {
      out.append('<');
    }
    writeSign(prefix, negative, out);
    if (dollar) {
      out.append('$');
    }
    writeWhole(before, out);
    if (point) {
      if (!out.isEmpty() && out.charAt(out.length() - 1) == ' ') {
        out.setCharAt(out.length() - 1, '0');
      }
      out.append('.').append(after);
    }
    writeEnd(negative, out);
    dropLonePoint(out);
    String text = out.toString();
    return text.isEmpty() || text.equals("+") || text.equals("-") ? "0" : text;
  }

  private void writeEnd(boolean negative, StringBuilder out) {
    if (!suffix.equals("PR")) {
      writeSign(suffix, negative, out);
      return;
    }
    dropLonePoint(out);
    if (negative) {
      beforeSpaces('>', out);
    } else {
      out.append("  ");
    }
  }

  private static void writeSign(String sign, boolean negative, StringBuilder out) {
    if (sign.equals("S") || (sign.equals("MI") && negative)) {
      dropLonePoint(out);
      beforeSpaces(negative ? '-' : '+', out);
    } else if (sign.equals("MI")) {
      out.append(' ');
    }
  }

  private void writeWhole(String digits, StringBuilder out) {
    int next = 0;
    for (int g = 0; g < whole.size(); g++) {
      if (g > 0) {
        boolean behindDigit = !out.isEmpty() && Character.isDigit(out.charAt(out.length() - 1));
        if (behindDigit) {
          out.append(',');
        } else {
          spaceBeforeSigns(out);
        }
      }
      for (int i = 0; i < whole.get(g).digits(); i++) {
        char c = digits.charAt(next++);
        if (c != ' ') {
          out.append(c);
        } else if (whole.get(g).exact()) {
          out.append('0');
        } else {
          spaceBeforeSigns(out);
        }
      }
    }
  }

  /** Puts a sign before the spaces at the end. */
  private static void beforeSpaces(char sign, StringBuilder out) {
    int at = out.length();
    while (at > 0 && out.charAt(at - 1) == ' ') {
      at--;
    }
    out.insert(at, sign);
  }

  /** Puts a space before the signs at the end. */
  private static void spaceBeforeSigns(StringBuilder out) {
    int at = out.length();
    while (at > 0 && "+-<".indexOf(out.charAt(at - 1)) >= 0) {
      at--;
    }
    out.insert(at, ' ');
  }

  private static void dropLonePoint(StringBuilder out) {
    int at = out.indexOf(".");
    if (at >= 0 && (at == out.length() - 1 || out.charAt(at + 1) == ' ')) {
      out.setCharAt(at, ' ');
    }
  }
}
