package tidemark.operators.expr;

import tidemark.operators.types.DataType;

/** A value converted to another type. */
public record Cast(Expression operand, DataType type, Mode mode, boolean nullable)
    implements Expression {
  /** Who asked for the cast, and what a value that does not fit gives. */
  public enum Mode {
    /** Written out; a value that does not fit fails. */
    EXPLICIT,
    /** {@code try_cast}: a value that does not fit gives null. */
    TRYING,
    /** Put in by the typing rules; fails like a written one, absent from the canonical text. */
    IMPLICIT
  }

  @Override
  public String canonical() {
    return switch (mode) {
      case IMPLICIT -> operand.canonical();
      case EXPLICIT -> "CAST(" + operand.canonical() + " AS " + type.ddl() + ")";
      case TRYING -> "TRY_CAST(" + operand.canonical() + " AS " + type.ddl() + ")";
    };
  }
}
