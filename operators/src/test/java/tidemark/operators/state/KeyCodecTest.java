package tidemark.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.BytesColumn;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.DecimalBuilder;
import tidemark.operators.batch.DecimalColumn;
import tidemark.operators.batch.DoubleBuilder;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

class KeyCodecTest {
  private static final long SEED = 20_260_101L;
  private static final int ROUNDS = 2_000;

  private final Random random = new Random(SEED);

  private static byte[] encoded(Column column, DataType type, int row) {
    KeyWriter out = new KeyWriter();
    KeyCodec.write(column, type, row, out);
    return out.toBytes();
  }

  private static Column decoded(byte[] bytes, DataType type) {
    ColumnBuilder builder = ColumnBuilder.of(type);
    KeyReader reader = new KeyReader(bytes, 0);
    KeyCodec.read(reader, type, builder);
    assertThat(reader.position()).isEqualTo(bytes.length);
    return builder.build();
  }

  @Test
  void bytesOfLongsSortAsTheLongs() {
    for (int i = 0; i < ROUNDS; i++) {
      long left = random.nextBoolean() ? random.nextLong() : random.nextInt(5) - 2;
      long right = random.nextBoolean() ? random.nextLong() : random.nextInt(5) - 2;
      LongBuilder both = new LongBuilder();
      both.append(left);
      both.append(right);
      LongColumn column = both.build();
      byte[] a = encoded(column, SimpleType.BIGINT, 0);
      byte[] b = encoded(column, SimpleType.BIGINT, 1);
      assertThat(Integer.signum(Arrays.compareUnsigned(a, b)))
          .as("seed %d: %d and %d", SEED, left, right)
          .isEqualTo(Integer.signum(Long.compare(left, right)));
      assertThat(((LongColumn) decoded(a, SimpleType.BIGINT)).get(0)).isEqualTo(left);
    }
  }

  @Test
  void bytesOfStringsSortAsTheirBytesEvenWithZeros() {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] left = randomBytes();
      byte[] right = randomBytes();
      BytesBuilder both = new BytesBuilder();
      both.append(left, 0, left.length);
      both.append(right, 0, right.length);
      BytesColumn column = both.build();
      byte[] a = encoded(column, SimpleType.BINARY, 0);
      byte[] b = encoded(column, SimpleType.BINARY, 1);
      assertThat(Integer.signum(Arrays.compareUnsigned(a, b)))
          .as("seed %d", SEED)
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(left, right)));
      assertThat(((BytesColumn) decoded(a, SimpleType.BINARY)).bytes(0)).isEqualTo(left);
    }
  }

  /** Few distinct bytes, so that zeros, prefixes and equal values are frequent. */
  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) == 0 ? 0 : random.nextInt(3) == 0 ? 0xFF : 'a');
    }
    return bytes;
  }

  @Test
  void doublesSortWithNaNLastAndBothZerosAreOneKey() {
    double[] ascending = {
      Double.NEGATIVE_INFINITY,
      -1e300,
      -1.5,
      -Double.MIN_VALUE,
      0.0,
      Double.MIN_VALUE,
      2,
      1e300,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    DoubleBuilder builder = new DoubleBuilder();
    for (double value : ascending) {
      builder.append(value);
    }
    builder.append(-0.0);
    builder.append(Double.longBitsToDouble(0x7ff8000000000123L));
    DoubleColumn column = builder.build();
    for (int i = 1; i < ascending.length; i++) {
      assertThat(
              Arrays.compareUnsigned(
                  encoded(column, SimpleType.DOUBLE, i - 1), encoded(column, SimpleType.DOUBLE, i)))
          .isNegative();
    }
    assertThat(encoded(column, SimpleType.DOUBLE, 10))
        .isEqualTo(encoded(column, SimpleType.DOUBLE, 4));
    assertThat(encoded(column, SimpleType.DOUBLE, 11))
        .isEqualTo(encoded(column, SimpleType.DOUBLE, 9));
  }

  @Test
  void wideDecimalsSortAndComeBack() {
    DecimalType type = new DecimalType(38, 4);
    List<BigDecimal> ascending =
        List.of(
            new BigDecimal("-9999999999999999999999999999999999.9999"),
            new BigDecimal("-1.0000"),
            new BigDecimal("0.0000"),
            new BigDecimal("0.0001"),
            new BigDecimal("9999999999999999999999999999999999.9999"));
    DecimalBuilder builder = new DecimalBuilder();
    ascending.forEach(builder::append);
    DecimalColumn column = builder.build();
    for (int i = 0; i < ascending.size(); i++) {
      byte[] bytes = encoded(column, type, i);
      assertThat(((DecimalColumn) decoded(bytes, type)).get(0)).isEqualTo(ascending.get(i));
      if (i > 0) {
        assertThat(Arrays.compareUnsigned(encoded(column, type, i - 1), bytes)).isNegative();
      }
    }
  }

  @Test
  void mapsAreOneKeyWhateverTheOrderOfTheirEntries() {
    MapType type = new MapType(SimpleType.STRING, SimpleType.INT);
    MapBuilder builder = (MapBuilder) ColumnBuilder.of(type);
    for (String order : List.of("ab", "ba")) {
      int first = builder.keys().size();
      for (char key : order.toCharArray()) {
        ((BytesBuilder) builder.keys()).append(String.valueOf(key));
        ((LongBuilder) builder.values()).append(key);
      }
      builder.closeRow(first);
    }
    Column column = builder.build();
    assertThat(encoded(column, type, 0)).isEqualTo(encoded(column, type, 1));
  }

  @Test
  void nullsComeFirstAndArraysKeepTheirLength() {
    ArrayType type = new ArrayType(SimpleType.INT);
    ArrayBuilder builder = (ArrayBuilder) ColumnBuilder.of(type);
    builder.appendNull();
    builder.closeRow(builder.elements().size());
    int first = builder.elements().size();
    builder.elements().appendNull();
    builder.closeRow(first);
    Column column = builder.build();
    for (int row = 1; row < 3; row++) {
      assertThat(Arrays.compareUnsigned(encoded(column, type, row - 1), encoded(column, type, row)))
          .isNegative();
    }
    assertThat(decoded(encoded(column, type, 0), type).isNull(0)).isTrue();
  }

  @Test
  void hashOfABytesSequenceNeverChanges() {
    byte[] key = "tidemark key group".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(KeyHash.of(key, 0, key.length)).isEqualTo(KeyHash.of(key.clone(), 0, key.length));
    assertThat(KeyHash.firstGroup(0, 3)).isZero();
    assertThat(KeyHash.firstGroup(3, 3)).isEqualTo(KeyHash.GROUPS);
  }
}
