package tidemark.operators.expr.function;

import java.util.Optional;
import tidemark.operators.expr.typing.Coercion;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** What a function takes in one place: the type that a given one is brought to, if any. */
@FunctionalInterface
interface Parameter {
  Parameter STRING = of(SimpleType.STRING);
  Parameter BINARY = of(SimpleType.BINARY);
  Parameter INT = of(SimpleType.INT);
  Parameter BIGINT = of(SimpleType.BIGINT);
  Parameter DOUBLE = of(SimpleType.DOUBLE);
  Parameter BOOLEAN = of(SimpleType.BOOLEAN);
  Parameter DATE = of(SimpleType.DATE);
  Parameter TIMESTAMP = of(SimpleType.TIMESTAMP);
  Parameter ANY = Optional::of;
  Parameter NUMBER =
      given ->
          given.isNumeric()
              ? Optional.of(given)
              : given == SimpleType.STRING || given == SimpleType.VOID
                  ? Optional.of(SimpleType.DOUBLE)
                  : Optional.empty();
  Parameter TEXT_OR_BINARY =
      given ->
          given == SimpleType.BINARY
              ? Optional.of(given)
              : Coercion.isAtomic(given) ? Optional.of(SimpleType.STRING) : Optional.empty();
  Parameter DATETIME =
      given ->
          Coercion.isDatetime(given)
              ? Optional.of(given)
              : given == SimpleType.STRING || given == SimpleType.VOID
                  ? Optional.of(SimpleType.TIMESTAMP)
                  : Optional.empty();
  Parameter ARRAY = given -> given instanceof ArrayType ? Optional.of(given) : Optional.empty();
  Parameter MAP = given -> given instanceof MapType ? Optional.of(given) : Optional.empty();

  Optional<DataType> accept(DataType given);

  /** Exactly one type, and what may stand for it. */
  static Parameter of(DataType type) {
    return given -> Coercion.assignable(given, type) ? Optional.of(type) : Optional.empty();
  }
}
