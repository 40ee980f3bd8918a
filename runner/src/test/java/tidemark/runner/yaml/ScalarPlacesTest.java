package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Whether a character of a scalar's value is found where it is written. */
final class ScalarPlacesTest {
  /** A character that stands only once, so that its place is known beyond doubt. */
  private static final String MARKER = "@";

  private static final String[] PIECES = {
    "a", "b1", "status", " ", "  ", "é", "漢", "😀", "(", ")", "<=", "'", "\"", "\\", "\t", "\n",
    "\n\n", ".", "x y", "-", "/", "+"
  };

  private static Scalar only(String file) {
    Diagnostics found = new Diagnostics();
    YamlFile composed = YamlComposer.compose(new SourceText("p.yaml", file), found);
    assertThat(found.sorted()).as(file).isEmpty();
    Mapping root = (Mapping) composed.root().orElseThrow();
    return (Scalar) root.find("k").orElseThrow();
  }

  private static void assertMarkerIsFound(String file, String why) {
    Scalar scalar = only(file);
    int in = scalar.text().indexOf(MARKER);
    assertThat(in).as(why).isNotNegative();
    Span span = scalar.map().span(in, in + 1);
    int offset = file.codePointCount(0, file.indexOf(MARKER));
    assertThat(span).as(why).isEqualTo(new SourceText("p.yaml", file).span(offset, offset + 1));
  }

  @Test
  void everyStyleOfScalarIsFollowed() {
    String[] files = {
      "k: a @ b\n",
      "k: a\n  b\n\n  c @ d\n",
      "k: 'it''s a @'\n",
      "k: 'a\n  b\n\n\n  c''@'\n",
      "k: \"a\\tb\\u00e9\\x41\\U0001F600 @\"\n",
      "k: \"\\ud83d\\ude00 @\"\n",
      "k: \"a \\\n   b @\"\n",
      "k: |\n  a\n    b @\n",
      "k: |-\n\n\n  a\n\n  b @\n\n",
      "k: |2\n    a\n  b @\n",
      "k: >\n  a\n  b\n\n  c\n    d\n  e @\n",
      "k: >+ # comment\n  a\n  b @\n\n\n",
      "k: &anchor # comment\n  a @\n",
      "k: |\r\n  a\r\n  b @\r\n",
      "k: 'a\r\n\r\n  b @'\r\n",
    };
    for (String file : files) {
      assertMarkerIsFound(file, file);
    }
  }

  @Test
  void randomScalarsInEveryStyleAreFollowed() {
    long seed = 4711L;
    Random random = new Random(seed);
    int checked = 0;
    for (int round = 0; round < 8_000; round++) {
      String file = file(random);
      Diagnostics found = new Diagnostics();
      YamlFile composed = YamlComposer.compose(new SourceText("p.yaml", file), found);
      boolean one =
          composed.root().isPresent()
              && found.sorted().isEmpty()
              && composed.root().get() instanceof Mapping mapping
              && mapping.entries().size() == 1
              && mapping.find("k").orElse(mapping) instanceof Scalar scalar
              && scalar.text().contains(MARKER);
      if (one) {
        checked++;
        assertMarkerIsFound(file, "seed " + seed + ", round " + round + "\n" + file);
      }
    }
    assertThat(checked).as("scalars that were valid").isGreaterThan(2_000);
  }

  private static String file(Random random) {
    StringBuilder value = new StringBuilder();
    int marker = random.nextInt(8);
    for (int i = 0; i < 8; i++) {
      value.append(i == marker ? MARKER : PIECES[random.nextInt(PIECES.length)]);
    }
    String text = value.toString();
    String newline = random.nextBoolean() ? "\n" : "\r\n";
    String file =
        switch (random.nextInt(5)) {
          case 0 -> "k: " + text.replace("\n", "\n  ");
          case 1 -> "k: '" + text.replace("'", "''").replace("\n", "\n   ") + "'";
          case 2 -> "k: \"" + escaped(text, random) + "\"";
          case 3 -> "k: |" + chomp(random) + "\n  x" + text.replace("\n", "\n  ") + "\n\n";
          default -> "k: >" + chomp(random) + "\n  x" + text.replace("\n", "\n  ") + "\n\n";
        };
    return file.replace("\n", newline);
  }

  private static String chomp(Random random) {
    return new String[] {"", "-", "+", "2", "2-"}[random.nextInt(5)];
  }

  private static String escaped(String text, Random random) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return switch (random.nextInt(4)) {
      case 0 -> escaped.replace("\n", "\\n").replace("\t", "\\t");
      case 1 -> escaped.replace("\n", "\\\n   ");
      case 2 -> escaped.replace("é", "\\xe9").replace("漢", "\\u6f22").replace("\n", "\n  ");
      default -> escaped.replace("😀", "\\U0001F600").replace("\n", "\n ");
    };
  }
}
