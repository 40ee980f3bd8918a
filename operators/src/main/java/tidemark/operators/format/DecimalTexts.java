package tidemark.operators.format;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decimals written as texts: as {@link BigDecimal} reads them, rounded half up to the scale. Groups
 * of thousands may be parted by commas ({@code 1,234.50}); a comma anywhere else is no decimal
 * (Spark drops every comma, so that 1,5 is 15 there).
 */
final class DecimalTexts {
  private static final Pattern GROUPED = Pattern.compile("[+-]?\\d{1,3}(,\\d{3})+(\\.\\d*)?");

  private DecimalTexts() {}

  /** The value, or null if the text is no decimal or does not fit. */
  static @Nullable BigDecimal read(String text, int precision, int scale) {
    if (text.indexOf(',') < 0) {
      return ByteNumbers.bigDecimal(text, precision, scale);
    }
    return GROUPED.matcher(text).matches()
        ? ByteNumbers.bigDecimal(text.replace(",", ""), precision, scale)
        : null;
  }
}
