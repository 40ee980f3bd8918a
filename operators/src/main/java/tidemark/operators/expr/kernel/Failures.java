package tidemark.operators.expr.kernel;

import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/** What a row fails with, in words: each names the value, the function and the way out. */
public final class Failures {
  private Failures() {}

  public static Failure overflow(String operation, String type, String trying) {
    return new Failure(
        Code.TM610,
        "%s overflows the type %s".formatted(operation, type),
        "use `%s` to get null instead, or cast to a wider type".formatted(trying));
  }

  public static Failure divisionByZero(String operation, String trying) {
    return new Failure(
        Code.TM610,
        "division by zero in `%s`".formatted(operation),
        "use `%s` to get null instead, or test the divisor with `nullif`".formatted(trying));
  }

  public static Failure cast(String value, String from, String to) {
    return new Failure(
        Code.TM610,
        "the %s value %s cannot be cast to %s".formatted(from, value, to),
        "use `try_cast` to get null instead");
  }

  /** A function's argument that has no result. */
  public static Failure argument(String function, String reason, String wayOut) {
    return new Failure(Code.TM610, "`%s`: %s".formatted(function, reason), wayOut);
  }

  /** A value of a message, cut if it is long. */
  public static String shown(String value) {
    return "'" + (value.length() > 80 ? value.substring(0, 80) + "…" : value) + "'";
  }
}
