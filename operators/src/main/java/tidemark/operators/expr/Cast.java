package tidemark.operators.expr;

import java.util.Objects;
import java.util.Optional;
import tidemark.operators.diagnostics.Written;
import tidemark.operators.types.DataType;

/**
 * A value converted to another type.
 *
 * @param written where the user wrote it, which is no part of its meaning: casts of different
 *     places are equal
 */
public record Cast(
    Expression operand, DataType type, Mode mode, boolean nullable, Optional<Written> written)
    implements Expression {
  /** A cast that no user wrote. */
  public Cast(Expression operand, DataType type, Mode mode, boolean nullable) {
    this(operand, type, mode, nullable, Optional.empty());
  }

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
  public boolean equals(Object other) {
    return other instanceof Cast cast
        && operand.equals(cast.operand)
        && type.equals(cast.type)
        && mode == cast.mode
        && nullable == cast.nullable;
  }

  @Override
  public int hashCode() {
    return Objects.hash(operand, type, mode, nullable);
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
