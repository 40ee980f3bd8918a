package tidemark.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.SimpleType;

/** Rows of older layouts as the newest one has them. */
class RowFormTest {
  private static final StoredField COUNT = notNull(1, SimpleType.BIGINT);
  private static final StoredField SUM = nullable(2, SimpleType.BIGINT);
  private static final StoredField NAME = nullable(3, SimpleType.STRING);

  private static StoredField notNull(int id, DataType type) {
    return new StoredField(id, type, false);
  }

  private static StoredField nullable(int id, DataType type) {
    return new StoredField(id, type, true);
  }

  private static byte[] bytes(Consumer<StateWriter> fields) {
    StateWriter out = new StateWriter();
    fields.accept(out);
    return out.toBytes();
  }

  private static byte[] row(int layout, Consumer<StateWriter> fields) {
    return bytes(
        out -> {
          out.writeCount(layout);
          fields.accept(out);
        });
  }

  private static void text(StateWriter out, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    out.writePresence(true);
    out.writeBytes(utf8, 0, utf8.length);
  }

  private static void present(StateWriter out, long value) {
    out.writePresence(true);
    out.writeLong(value);
  }

  private static RowForm form(List<StoredField> before, List<StoredField> after) {
    return RowForm.of(2, Map.of(1, before, 2, after), Map.of());
  }

  @Test
  void aRowOfTheNewestLayoutStaysAsItIs() {
    RowForm form = form(List.of(COUNT, SUM), List.of(COUNT));
    byte[] row = row(2, out -> out.writeLong(7));
    assertThat(form.current(row)).isSameAs(row);
  }

  @Test
  void fieldsAreFoundByIdWhateverTheirOrder() {
    RowForm form = form(List.of(COUNT, NAME, SUM), List.of(SUM, COUNT));
    byte[] before =
        row(
            1,
            out -> {
              out.writeLong(3);
              text(out, "left out");
              present(out, -40);
            });
    byte[] after =
        row(
            2,
            out -> {
              present(out, -40);
              out.writeLong(3);
            });
    assertThat(form.current(before)).isEqualTo(after);
  }

  @Test
  void aFieldThatTheRowLacksIsFilledIn() {
    RowForm form =
        RowForm.of(
            2,
            Map.of(1, List.of(COUNT), 2, List.of(NAME, COUNT, SUM)),
            Map.of(
                2, new MissingField.Constant(bytes(out -> out.writePresence(false))),
                3, new MissingField.Constant(bytes(out -> text(out, "none")))));
    byte[] after =
        row(
            2,
            out -> {
              text(out, "none");
              out.writeLong(9);
              out.writePresence(false);
            });
    assertThat(form.current(row(1, out -> out.writeLong(9)))).isEqualTo(after);
  }

  @Test
  void aFieldCanTakeTheValueOfAnother() {
    StoredField sum = notNull(4, SimpleType.DOUBLE);
    StoredField count = notNull(5, SimpleType.BIGINT);
    RowForm form =
        RowForm.of(
            2,
            Map.of(1, List.of(COUNT, SUM), 2, List.of(COUNT, SUM, sum, count)),
            Map.of(4, new MissingField.Copy(2), 5, new MissingField.Copy(1)));
    byte[] some =
        row(
            1,
            out -> {
              out.writeLong(4);
              present(out, 10);
            });
    byte[] none =
        row(
            1,
            out -> {
              out.writeLong(0);
              out.writePresence(false);
            });
    assertThat(form.current(some))
        .isEqualTo(
            row(
                2,
                out -> {
                  out.writeLong(4);
                  present(out, 10);
                  out.writeDouble(10.0);
                  out.writeLong(4);
                }));
    assertThat(form.current(none))
        .as("null becomes zero where there is no null")
        .isEqualTo(
            row(
                2,
                out -> {
                  out.writeLong(0);
                  out.writePresence(false);
                  out.writeDouble(0);
                  out.writeLong(0);
                }));
  }

  @Test
  void valuesBecomeWider() {
    assertWidened(SimpleType.INT, SimpleType.BIGINT, o -> o.writeLong(-5), o -> o.writeLong(-5));
    assertWidened(
        SimpleType.FLOAT, SimpleType.DOUBLE, o -> o.writeFloat(1.5f), o -> o.writeDouble(1.5));
    assertWidened(
        new DecimalType(10, 2),
        new DecimalType(12, 2),
        o -> o.writeLong(12345),
        o -> o.writeLong(12345));
    assertWidened(
        new DecimalType(10, 2),
        new DecimalType(30, 2),
        o -> o.writeLong(-12345),
        o -> o.writeUnscaled(BigInteger.valueOf(-12345)));
    assertWidened(
        new DecimalType(20, 2),
        new DecimalType(30, 2),
        o -> o.writeUnscaled(BigInteger.TEN.pow(19)),
        o -> o.writeUnscaled(BigInteger.TEN.pow(19)));
    assertWidened(
        new ArrayType(SimpleType.FLOAT),
        new ArrayType(SimpleType.DOUBLE),
        o -> {
          o.writeCount(2);
          o.writePresence(false);
          o.writePresence(true);
          o.writeFloat(0.25f);
        },
        o -> {
          o.writeCount(2);
          o.writePresence(false);
          o.writePresence(true);
          o.writeDouble(0.25);
        });
  }

  private static void assertWidened(
      DataType from, DataType to, Consumer<StateWriter> before, Consumer<StateWriter> after) {
    assertThat(form(List.of(notNull(1, from)), List.of(notNull(1, to))).current(row(1, before)))
        .as("%s to %s", from.ddl(), to.ddl())
        .isEqualTo(row(2, after));
    assertThat(form(List.of(notNull(1, from)), List.of(nullable(1, to))).current(row(1, before)))
        .as("%s not null to %s", from.ddl(), to.ddl())
        .isEqualTo(
            row(
                2,
                out -> {
                  out.writePresence(true);
                  after.accept(out);
                }));
    assertThat(
            form(List.of(nullable(1, from)), List.of(nullable(1, to)))
                .current(row(1, out -> out.writePresence(false))))
        .isEqualTo(row(2, out -> out.writePresence(false)));
  }

  @Test
  void everyOlderLayoutIsRead() {
    RowForm form =
        RowForm.of(
            300,
            Map.of(1, List.of(COUNT, SUM), 2, List.of(SUM, COUNT), 300, List.of(COUNT)),
            Map.of());
    assertThat(form.headerBytes()).isEqualTo(2);
    byte[] first =
        row(
            1,
            out -> {
              out.writeLong(1);
              present(out, 2);
            });
    byte[] second =
        row(
            2,
            out -> {
              present(out, 2);
              out.writeLong(1);
            });
    assertThat(form.current(first)).isEqualTo(row(300, out -> out.writeLong(1)));
    assertThat(form.current(second)).isEqualTo(row(300, out -> out.writeLong(1)));
    assertThat(new StateReader(form.current(first)).readCount()).isEqualTo(300);
  }

  @Test
  void anUnknownLayoutIsNotGuessed() {
    RowForm form = form(List.of(COUNT), List.of(COUNT));
    assertThatThrownBy(() -> form.current(row(7, out -> out.writeLong(1))))
        .hasMessageContaining("layout 7");
    assertThatThrownBy(() -> form(List.of(COUNT), List.of(COUNT, SUM)))
        .hasMessageContaining("field 2");
  }
}
