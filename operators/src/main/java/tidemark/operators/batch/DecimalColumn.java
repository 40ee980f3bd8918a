package tidemark.operators.batch;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Decimals of more than 18 digits; every value has the type's scale. */
public final class DecimalColumn extends Column {
  private final BigDecimal[] values;

  /** A column over {@code values}; arrays are taken over, not copied. */
  public DecimalColumn(BigDecimal[] values, boolean @Nullable [] nulls, int size) {
    super(size, nulls);
    this.values = values;
  }

  public BigDecimal get(int row) {
    return values[row];
  }

  /** The values, one a row. Read only. */
  public BigDecimal[] values() {
    return values;
  }
}
