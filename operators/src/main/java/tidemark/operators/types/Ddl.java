package tidemark.operators.types;

import java.util.Optional;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.TextPlace;

/**
 * A column type as Spark's DDL writes it, for example {@code decimal(10,2) not null} or {@code
 * array<struct<a: int, b: string not null>>}. Words are not case-sensitive.
 */
public record Ddl(DataType type, boolean nullable) {
  /**
   * Reads a type. What is wrong is reported with the place inside the text, and nothing is returned
   * then.
   *
   * @param place where the text stands
   */
  public static Optional<Ddl> parse(String text, TextPlace place, Diagnostics found) {
    return new DdlParser(text, place, found).parse();
  }
}
