package tidemark.operators.keyed;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.operators.processor.Variables;
import tidemark.operators.types.DecimalType;
import tidemark.operators.types.Field;
import tidemark.operators.types.SimpleType;

/** The variables of a key; moves from one key to the next. */
final class VariableCursor implements Variables {
  private final List<Field> fields;
  private @Nullable KeyStates states;
  private int slot;

  VariableCursor(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  void moveTo(KeyStates to, int toSlot) {
    states = to;
    slot = toSlot;
  }

  @Override
  public boolean isNull(int column) {
    return column(column).isNull(slot);
  }

  @Override
  public long longAt(int column) {
    return ((LongSlots) present(column)).get(slot);
  }

  @Override
  public double doubleAt(int column) {
    return ((DoubleSlots) present(column)).get(slot);
  }

  @Override
  public boolean booleanAt(int column) {
    return ((BooleanSlots) present(column)).get(slot);
  }

  @Override
  public String textAt(int column) {
    return ((BytesSlots) present(column)).text(slot);
  }

  @Override
  public BigDecimal decimalAt(int column) {
    int scale = ((DecimalType) fields.get(column).type()).scale();
    return BigDecimal.valueOf(longAt(column), scale);
  }

  @Override
  public void setNull(int column) {
    changed(column).setNull(slot);
  }

  @Override
  public void setLong(int column, long value) {
    long checked = TypedValues.whole(fields.get(column), value);
    ((LongSlots) changed(column)).put(slot, checked);
  }

  @Override
  public void setDouble(int column, double value) {
    double checked = TypedValues.fractional(fields.get(column), value);
    ((DoubleSlots) changed(column)).put(slot, checked);
  }

  @Override
  public void setBoolean(int column, boolean value) {
    TypedValues.check(fields.get(column), SimpleType.BOOLEAN, value);
    ((BooleanSlots) changed(column)).put(slot, value);
  }

  @Override
  public void setText(int column, String value) {
    TypedValues.check(fields.get(column), SimpleType.STRING, value);
    ((BytesSlots) changed(column)).put(slot, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void setDecimal(int column, BigDecimal value) {
    long checked = TypedValues.unscaled(fields.get(column), value);
    ((LongSlots) changed(column)).put(slot, checked);
  }

  private SlotColumn present(int column) {
    SlotColumn values = column(column);
    if (values.isNull(slot)) {
      throw new IllegalStateException("`" + fields.get(column).name() + "` is null for this key");
    }
    return values;
  }

  private SlotColumn changed(int column) {
    current().touch(slot);
    return column(column);
  }

  private SlotColumn column(int column) {
    return current().column(column);
  }

  private KeyStates current() {
    if (states == null) {
      throw new IllegalStateException("there is no key now");
    }
    return states;
  }
}
