package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tidemark.runner.report.DiagnosticText;

/** Whatever stands in a file, reading it gives findings or a pipeline, and never an exception. */
final class MutationsTest {
  private static final String[] SNIPPETS = {
    "\n",
    "\t",
    " ",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "#",
    "&a ",
    "*a",
    "!x ",
    "| ",
    "> ",
    "${var:delay}",
    "${",
    "$${",
    "<<: *a",
    "? ",
    "%",
    "@",
    "\\",
    "null",
    "~",
    "{{ x }}",
    "---\n",
    "😀",
    "\r\n",
    "\u0085",
    "\u2028",
    "\u0000",
    "9999999999999999999999",
    "decimal(99,1)",
    ",",
    "&",
    "...",
    "  "
  };

  @Test
  void noMutationOfAValidFileThrows() {
    long seed = 20260704L;
    Random random = new Random(seed);
    PipelineReader pipelines = new PipelineReader(n -> Optional.empty(), Connectors.ALL);
    for (int round = 0; round < 2_500 * Integer.getInteger("tidemark.fuzz", 1); round++) {
      boolean suite = random.nextInt(4) == 0;
      String text = mutated(suite ? Texts.SUITE : Texts.PIPELINE, random);
      String why = "seed " + seed + ", round " + round + "\n" + text;
      try {
        if (suite) {
          SuiteRead read = new SuiteReader().read(text, Path.of("s.yaml"), Path.of("/x"));
          assertThat(read.suite().isPresent() || read.found().hasErrors()).as(why).isTrue();
        } else {
          Read read = pipelines.read(text, Path.of("p.yaml"), Path.of("/x"), ReadOptions.NONE);
          assertThat(read.pipeline().isPresent() || read.found().hasErrors()).as(why).isTrue();
          DiagnosticText report = new DiagnosticText(read.texts(), read.secrets()::mask);
          read.report().forEach(finding -> assertThat(report.of(finding)).isNotEmpty());
        }
      } catch (RuntimeException | StackOverflowError thrown) {
        throw new AssertionError(why, thrown);
      }
    }
  }

  private static String mutated(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    for (int i = 1 + random.nextInt(3); i > 0 && mutated.length() > 0; i--) {
      int at = random.nextInt(mutated.length());
      int end = Math.min(mutated.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, mutated.substring(at, end));
        case 2 -> mutated.setCharAt(at, (char) (' ' + random.nextInt(95)));
        case 3 -> mutated.setLength(at);
        default -> mutated.insert(at, SNIPPETS[random.nextInt(SNIPPETS.length)]);
      }
    }
    return mutated.toString();
  }
}
