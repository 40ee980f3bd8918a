package tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.Selection;

/** Sums of the unscaled values of decimals of more than 18 digits. */
final class WideSums implements ExactSums {
  private static final int BYTES_A_SUM = 72;

  private @Nullable BigInteger[] sums = new BigInteger[0];

  @Override
  public void ensure(int groups) {
    if (groups > sums.length) {
      sums = Arrays.copyOf(sums, Growth.length(sums.length, groups));
    }
  }

  @Override
  public void add(int[] groups, Column values, Selection rows) {
    DecimalColumn column = (DecimalColumn) values;
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      if (!column.isNull(row)) {
        BigDecimal value = column.get(row);
        add(groups[i], value.unscaledValue());
      }
    }
  }

  @Override
  public void add(int group, BigInteger sum) {
    BigInteger before = sums[group];
    sums[group] = before == null ? sum : before.add(sum);
  }

  @Override
  public void add(int group, long sum) {
    add(group, BigInteger.valueOf(sum));
  }

  @Override
  public void merge(int group, ExactSums other, int otherGroup) {
    BigInteger sum = ((WideSums) other).sums[otherGroup];
    if (sum != null) {
      add(group, sum);
    }
  }

  @Override
  public boolean isSeen(int group) {
    return sums[group] != null;
  }

  @Override
  public boolean isLong(int group) {
    return false;
  }

  @Override
  public long longTotal(int group) {
    return total(group).longValueExact();
  }

  @Override
  public BigInteger total(int group) {
    BigInteger sum = sums[group];
    return sum == null ? BigInteger.ZERO : sum;
  }

  @Override
  public void reset() {
    Arrays.fill(sums, null);
  }

  @Override
  public long memory() {
    return (long) BYTES_A_SUM * sums.length;
  }
}
