package tidemark.runner.language;

import java.util.Arrays;
import java.util.List;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;
import tidemark.runner.language.Shape.Words;

/** Shapes that many places share. */
final class Shapes {
  static final Shape TEXT = new Text(TextKind.TEXT);
  static final Shape NAME = new Text(TextKind.NAME);
  static final Shape PATH = new Text(TextKind.PATH);
  static final Shape EXPRESSION = new Text(TextKind.EXPRESSION);
  static final Shape DURATION = new Text(TextKind.DURATION);
  static final Shape SIZE = new Text(TextKind.SIZE);
  static final Shape COUNT = new Text(TextKind.COUNT);
  static final Shape POSITIVE = new Text(TextKind.POSITIVE);
  static final Shape BOOLEAN = new Text(TextKind.BOOLEAN);

  /** A list of names. */
  static final Shape NAMES = new Items(NAME, Size.AT_LEAST_ONE);

  /** A list of texts. */
  static final Shape TEXTS = new Items(TEXT, Size.AT_LEAST_ONE);

  /** Names with texts. */
  static final Shape PAIRS = new Names(TextKind.NAME, TEXT, Size.AT_LEAST_ONE);

  /** Names with expressions. */
  static final Shape COLUMNS = new Names(TextKind.NAME, EXPRESSION, Size.AT_LEAST_ONE);

  private Shapes() {}

  /** The constants of an enum, as they are written. */
  static Words words(Enum<?>... constants) {
    return new Words(
        Arrays.stream(constants).map(c -> c.name().toLowerCase(java.util.Locale.ROOT)).toList());
  }

  static Words words(String... words) {
    return new Words(List.of(words));
  }
}
