package tidemark.operators.expr.syntax;

import java.util.List;
import java.util.Optional;
import tidemark.operators.expr.Place;
import tidemark.operators.types.DataType;

/** An expression as it was written, untyped, with the place of each part. */
public sealed interface Syntax {
  Place place();

  /** A bare name: a column, or a function without parentheses. */
  record Name(String name, Place place) implements Syntax {}

  /** {@code of.name}: a qualified column or a struct's field. */
  record Dot(Syntax of, String name, Place namePlace, Place place) implements Syntax {}

  /** A number with its sign and suffix, as written. */
  record Number(String text, Place place) implements Syntax {}

  /** A string, unescaped. */
  record Text(String value, Place place) implements Syntax {}

  /** {@code TRUE}, {@code FALSE} or {@code NULL}. */
  record Word(Optional<Boolean> truth, Place place) implements Syntax {}

  /** {@code DATE '2024-01-01'} and the like; the word is in lower case. */
  record TypedText(String type, String value, Place place) implements Syntax {}

  /**
   * An interval. Exactly one of the two amounts counts.
   *
   * @param months set for years and months
   * @param micros set for weeks and shorter
   * @param onlyDays the units are no shorter than a day
   */
  record Interval(Optional<Long> months, Optional<Long> micros, boolean onlyDays, Place place)
      implements Syntax {}

  /** An operator, by the name that calls have in typed trees. */
  record Operation(String operator, List<Syntax> operands, Place place) implements Syntax {}

  /** A function call; {@code star} for {@code count(*)}. */
  record Function(
      String name,
      Place namePlace,
      List<Syntax> arguments,
      List<String> argumentNames,
      boolean star,
      boolean distinct,
      Optional<Syntax> filter,
      Place place)
      implements Syntax {}

  /** {@code CASE}; the simple form is already spelled out as comparisons. */
  record Choice(List<Branch> branches, Optional<Syntax> otherwise, Place place) implements Syntax {}

  /** A {@code WHEN … THEN …}. */
  record Branch(Syntax when, Syntax then) {}

  /** {@code CAST}, {@code TRY_CAST} or {@code ::}. */
  record CastTo(Syntax operand, DataType type, boolean trying, Place place) implements Syntax {}

  /** {@code (x, y) -> body}; may stand only as an argument. */
  record Lambda(List<Name> parameters, Syntax body, Place place) implements Syntax {}

  /** Something that could not be read and has been reported. */
  record Broken(Place place) implements Syntax {}
}
