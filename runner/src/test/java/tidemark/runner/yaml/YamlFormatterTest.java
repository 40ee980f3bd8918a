package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.operators.diagnostics.Diagnostics;

class YamlFormatterTest {
  private static final Path ROOT = Path.of(System.getProperty("tidemark.root", ".."));

  private static Optional<String> format(String text) {
    return YamlFormatter.format(new SourceText("p.yaml", text));
  }

  @Test
  void aFileIsWrittenInOneWay() {
    String written =
        """
        # the first line
        format:   1


        pipeline:    p   # its name
        sources:
            in:
                file: { path : in,format: ndjson }   # what is read

                columns:  {a:   int,
                           b: string}
                # the end of `in`
        # above steps
        steps:
            s:   &s
              from:   in
              filter:  >
                   a > 1
                     and b
            t:
              from: s
              sort:
              - column: a
                order:   desc
              -   column: b
              with: { x: "a", # why
                      y: 'it''s' }
        sinks: {out: {from: t, file: {path: a/very/long/path/that/makes/the/line/much/too/long, format: ndjson}}}
        # the last line
        """;
    assertThat(format(written).orElseThrow())
        .isEqualTo(
            """
            # the first line
            format: 1

            pipeline: p  # its name
            sources:
              in:
                file: {path: in, format: ndjson}  # what is read

                columns: {a: int, b: string}
                # the end of `in`
            # above steps
            steps:
              s: &s
                from: in
                filter: >
                  a > 1
                    and b
              t:
                from: s
                sort:
                  - column: a
                    order: desc
                  - column: b
                with:
                  x: "a"  # why
                  y: 'it''s'
            sinks:
              out: {from: t, file: {path: a/very/long/path/that/makes/the/line/much/too/long, format: ndjson}}
            # the last line
            """);
  }

  @Test
  void scalarsOfSeveralLinesKeepTheirMeaning() {
    for (String text :
        List.of(
            "a: |2\n    x\n   y\n",
            "a:\n - |+\n  x\n\n\n - b\n",
            "a: |+\n  x\n\nb: 1\n",
            "a: |\n\n   x\n  \n\nb: 1\n",
            "a: \"x\n\n   y \\\n    z\\  \n  w\"\n",
            "a: 'x\n\n  y'\nb: x\n  y\n\n  z\n",
            "a: >-  # why\n      x\n       y\n\n# c\n",
            "- - a\n  - {b: c}\n- d: e\n  f:\n  - g\n",
            "&a a: &b\n  c: d\n",
            "a: &b\n  c: d\ne: *b\nf:\n  <<: *b\n",
            "---\n# x\na: b\n...\n",
            "{a: 1, b: [x, {y: z}], c: , d}\n",
            "a:\n  # only\n  # comments\n  b: c\n\n  # and\n\n  # more\nd:\n",
            "a: b\r\nc:\r\n  - d\r\n")) {
      assertKept(text, text);
    }
  }

  private static boolean assertKept(String text, String why) {
    Optional<String> once = format(text);
    if (once.isEmpty()) {
      return false;
    }
    Diagnostics found = new Diagnostics();
    YamlNode before = YamlComposer.compose(new SourceText("a", text), found).root().orElseThrow();
    YamlNode after =
        YamlComposer.compose(new SourceText("b", once.get()), found).root().orElseThrow();
    assertThat(SameContent.of(before, after)).as(why).isTrue();
    assertThat(comments(once.get())).as(why + "\n" + once.get()).isEqualTo(comments(text));
    assertThat(format(once.get())).as(why).contains(once.get());
    return true;
  }

  /** How often each comment stands in a file. */
  private static TreeMap<String, Integer> comments(String text) {
    YamlFile file = YamlComposer.compose(new SourceText("c", text), new Diagnostics());
    TreeMap<String, Integer> counts = new TreeMap<>();
    new Comments(file)
        .takeBefore(Integer.MAX_VALUE)
        .forEach(comment -> counts.merge(comment.text(), 1, Integer::sum));
    return counts;
  }

  @Test
  void examplesAndFixturesKeepTheirMeaningAndAreStable() throws IOException {
    int formatted = 0;
    for (Path folder : List.of(ROOT.resolve("pipelines"), Path.of("src/test/resources/lint"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
          String text = readable(file);
          formatted += !text.isEmpty() && assertKept(text, file.toString()) ? 1 : 0;
        }
      }
    }
    assertThat(formatted).isGreaterThan(120);
  }

  private static String readable(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    return SourceBytes.decode("x", bytes, new Diagnostics())
        .map(text -> text.slice(0, text.length()))
        .orElse("");
  }

  private static final String[] PIECES = {
    "\n", "\n\n", "  ", " ", "# c\n", " # d\n", "a: ", "b:\n", "- ", "x", "'y'", "\"z\"", "{", "}",
    "[", "]", ", ", "|\n", ">-\n", "&n ", "*n", "    ", "k: v\n", "? ", "|2+\n", "\t"
  };

  @Test
  void randomTextsKeepTheirMeaningAndAreStable() {
    long seed = 90_210L;
    Random random = new Random(seed);
    int formatted = 0;
    for (int round = 0; round < 10_000 * Integer.getInteger("tidemark.fuzz", 1); round++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "a:\n  b: 1\n" : "");
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        text.insert(random.nextInt(text.length() + 1), PIECES[random.nextInt(PIECES.length)]);
      }
      String why = "seed " + seed + ", round " + round + "\n" + text;
      try {
        formatted += assertKept(text.toString(), why) ? 1 : 0;
      } catch (RuntimeException thrown) {
        throw new AssertionError(why, thrown);
      }
    }
    assertThat(formatted).isGreaterThan(500);
  }
}
