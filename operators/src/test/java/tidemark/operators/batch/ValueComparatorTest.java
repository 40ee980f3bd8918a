package tidemark.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

class ValueComparatorTest {
  @Test
  void doublesSortWithNotANumberLastAndZerosEqual() {
    DoubleBuilder builder = new DoubleBuilder();
    for (double value : new double[] {Double.NEGATIVE_INFINITY, -0.0, 1, Double.NaN}) {
      builder.append(value);
    }
    builder.append(0.0);
    assertAscending(SimpleType.DOUBLE, builder.build(), 4);
    assertThat(compare(SimpleType.DOUBLE, builder.build(), 1, 4)).isZero();
    assertThat(compare(SimpleType.DOUBLE, builder.build(), 3, 3)).isZero();
  }

  @Test
  void stringsSortByUnsignedBytes() {
    BytesBuilder builder = new BytesBuilder();
    for (String value : new String[] {"", "a", "aa", "b", "é", "\uFFFD", "\uD83D\uDE00"}) {
      builder.append(value);
    }
    assertAscending(SimpleType.STRING, builder.build(), 7);
  }

  @Test
  void arraysSortElementByElementWithNullsFirstAndTheShorterFirst() {
    ArrayBuilder builder = new ArrayBuilder(new LongBuilder());
    for (Long[] items : new Long[][] {{}, {null}, {1L}, {1L, null}, {1L, 2L}, {2L}}) {
      int first = builder.elements().size();
      for (Long item : items) {
        if (item == null) {
          builder.elements().appendNull();
        } else {
          ((LongBuilder) builder.elements()).append(item);
        }
      }
      builder.closeRow(first);
    }
    assertAscending(new ArrayType(SimpleType.INT), builder.build(), 6);
  }

  @Test
  void mapsHaveNoOrder() {
    DataType map = new ArrayType(new MapType(SimpleType.INT, SimpleType.INT));
    assertThat(ValueComparator.isOrderable(map)).isFalse();
    assertThatThrownBy(() -> ValueComparator.of(map)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertAscending(DataType type, Column column, int rows) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        assertThat(Integer.signum(compare(type, column, i, j)))
            .as("%s with %s", i, j)
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  private static int compare(DataType type, Column column, int left, int right) {
    return ValueComparator.of(type).compare(column, left, column, right);
  }
}
