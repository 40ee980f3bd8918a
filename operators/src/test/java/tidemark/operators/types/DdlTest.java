package tidemark.operators.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.diagnostics.TextPlace;

final class DdlTest {
  private static final TextPlace PLACE = TextPlace.at(new Span("p.yaml", 3, 10, 1));

  private static Ddl good(String text) {
    Diagnostics found = new Diagnostics();
    Ddl ddl = Ddl.parse(text, PLACE, found).orElse(null);
    assertThat(found.sorted()).isEmpty();
    return ddl;
  }

  private static Diagnostic bad(String text) {
    Diagnostics found = new Diagnostics();
    assertThat(Ddl.parse(text, PLACE, found)).isEmpty();
    assertThat(found.sorted()).hasSize(1);
    return found.sorted().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean | boolean",
        "TINYINT | tinyint",
        "byte | tinyint",
        "Integer | int",
        "long | bigint",
        "real | float",
        "double | double",
        "string | string",
        "timestamp_ltz | timestamp",
        "timestamp_ntz | timestamp_ntz",
        "decimal | decimal(10,0)",
        "numeric( 12 ) | decimal(12,0)",
        "dec(38 , 18) | decimal(38,18)",
        "array<array<int>> | array<array<int>>",
        "map< string , array<double> > | map<string,array<double>>",
        "struct<a: int, `b c` string not null, c:date NOT  NULL> "
            + "| struct<a: int, `b c`: string not null, c: date not null>",
        "struct<> | struct<>",
      })
  void everyWordOfSparksDdlIsRead(String text, String ddl) {
    assertThat(good(text).type().ddl()).isEqualTo(ddl);
    assertThat(good(text).nullable()).isTrue();
  }

  @Test
  void notNullBelongsToTheColumn() {
    assertThat(good("bigint not null")).isEqualTo(new Ddl(SimpleType.BIGINT, false));
    assertThat(good("array<int> Not Null").nullable()).isFalse();
  }

  @Test
  void anUnknownWordIsMarkedInsideTheTextWithTheNearestOne() {
    Diagnostic found = bad("array<struct<a: itn>>");
    assertThat(found.code()).isEqualTo(Code.TM302);
    assertThat(found.span()).isEqualTo(new Span("p.yaml", 3, 26, 3));
    assertThat(found.message()).isEqualTo("the type `itn` is not known");
    assertThat(found.hint().orElseThrow()).startsWith("did you mean `int`?");
  }

  @Test
  void wordsOfOtherDialectsAreTranslated() {
    assertThat(bad("varchar(20)").hint()).contains("write `string`");
    assertThat(bad("datetime").hint()).contains("write `timestamp`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decimal(39,2) | the precision of a decimal is 1 to 38, not 39 | 10",
        "decimal(2,5) | the scale of a decimal is 0 to its precision, here 2, not 5 | 10",
        "decimal(10,2 | `)` is missing here | 22",
        "decimal(x) | a number is expected here | 18",
        "array<int | `>` is missing here | 19",
        "array | `<` is missing here | 15",
        "array<> | a type is missing here | 16",
        "map<string> | `,` is missing here | 20",
        "int nul | only `not null` may follow a type | 14",
        "int) | unexpected text after the type | 13",
        "array<int not null> | `not null` cannot be declared for elements | 20",
        "struct<a: int, a: string> | two fields are named `a` | 25",
        "struct<: int> | a field name is missing here | 17",
      })
  void whatIsWrongIsNamedWhereItStands(String text, String message, int column) {
    Diagnostic found = bad(text);
    assertThat(found.message()).isEqualTo(message);
    assertThat(found.span().column()).isEqualTo(column);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decimal(40,2) | write decimal(38,2)",
        "decimal(39) | write decimal(38,0)",
        "decimal(0,0) | write decimal(1,0)",
        "decimal(0,3) | write decimal(3,3)",
        "decimal(-5,2) | write decimal(2,2)",
        "decimal(50,45) | write decimal(38,38)",
        "decimal(99999999999999999999,2) | write decimal(38,2)",
        "decimal(5,9) | write decimal(14,9) for 5 digits before the point and 9 after it",
        "decimal(20,30) | write decimal(38,30)",
        "decimal(38,39) | write decimal(38,38)",
        "decimal(10,-1) | write decimal(10,0)",
        "decimal(12,4 | write decimal(12,4)",
        "array<decimal(40,2)> | write decimal(38,2)",
      })
  void nearestDecimalIsOffered(String text, String hint) {
    assertThat(bad(text).hint()).contains(hint);
  }

  @Test
  void noTextExhaustsTheStack() {
    assertThat(bad("array<".repeat(100_000)).message()).contains("nested too deep");
  }

  @Test
  void everyTypeIsReadFromItsOwnDdl() {
    long seed = 20260101L;
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      DataType type = type(random, 3);
      assertThat(good(type.ddl()).type()).as("seed %d, round %d", seed, i).isEqualTo(type);
    }
  }

  private static DataType type(Random random, int depth) {
    int pick = random.nextInt(depth == 0 ? 2 : 5);
    return switch (pick) {
      case 0 -> SimpleType.values()[random.nextInt(SimpleType.TIMESTAMP_NTZ.ordinal() + 1)];
      case 1 -> {
        int precision = 1 + random.nextInt(38);
        yield new DecimalType(precision, random.nextInt(precision + 1));
      }
      case 2 -> new ArrayType(type(random, depth - 1));
      case 3 -> new MapType(type(random, depth - 1), type(random, depth - 1));
      default -> {
        java.util.List<Field> fields = new java.util.ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          fields.add(new Field("f" + i, type(random, depth - 1), random.nextBoolean()));
        }
        yield new StructType(fields);
      }
    };
  }
}
