package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** Splits and chunks of every size give the rows, and the bad records, of one large split. */
class SplitPropertyTest {
  private static final long SEED = 20260101;
  private static final int CASES = 150;

  @TempDir Path temp;

  @Test
  void ndjsonIsTheSameHoweverItIsCut() throws IOException {
    check("ndjson", new Random(SEED));
  }

  @Test
  void textIsTheSameHoweverItIsCut() throws IOException {
    check("text", new Random(SEED + 1));
  }

  @Test
  void csvIsTheSameHoweverItIsCut() throws IOException {
    check("csv", new Random(SEED + 2));
  }

  private void check(String format, Random random) throws IOException {
    System.out.println("seed " + SEED + " for " + format);
    SourceBench bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
    bench.policy = BadRecordPolicy.DROP;
    bench.with("format", format);
    if (format.equals("text")) {
      bench.schema = Schema.of(Field.of("value", SimpleType.STRING));
    }
    if (format.equals("csv")) {
      bench.with("header", true).with("comment", "#");
    }
    for (int i = 0; i < CASES; i++) {
      bench.state.clear();
      bench.file("f", content(format, random));
      List<String> whole = rows(bench, new SplitSizes(1 << 20, 1 << 20, 1 << 20), 1);
      List<String> bad = new ArrayList<>(bench.bad);
      for (int cut = 0; cut < 4; cut++) {
        SplitSizes sizes =
            new SplitSizes(1 + random.nextInt(200), 1 + random.nextInt(200), random.nextInt(100));
        assertThat(rows(bench, sizes, 1 + random.nextInt(4))).as("case %s", i).isEqualTo(whole);
        assertThat(bench.bad).as("case %s", i).isEqualTo(bad);
      }
    }
  }

  private static List<String> rows(SourceBench bench, SplitSizes sizes, int parallelism) {
    bench.bad.clear();
    bench.sizes = sizes;
    bench.parallelism = parallelism;
    FileSource source = bench.open();
    return bench.rows(source, bench.plan(source).orElseThrow());
  }

  private static String content(String format, Random random) {
    StringBuilder text = new StringBuilder(random.nextInt(5) == 0 ? "\uFEFF" : "");
    if (format.equals("csv")) {
      text.append(random.nextInt(3) == 0 ? "# a comment\n\n" : "").append("id,name\n");
    }
    int lines = random.nextInt(40);
    for (int i = 0; i < lines; i++) {
      text.append(line(format, random, i));
      boolean last = i == lines - 1;
      text.append(last && random.nextBoolean() ? "" : random.nextInt(4) == 0 ? "\r\n" : "\n");
    }
    return text.toString();
  }

  private static String line(String format, Random random, int number) {
    String word = "é€😀xyz".repeat(random.nextInt(8));
    boolean bad = random.nextInt(10) == 0;
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> bad ? "   " : "";
      default ->
          switch (format) {
            case "ndjson" ->
                bad ? "{\"id\":" + word : "{\"id\":" + number + ",\"name\":\"" + word + "\"}";
            case "csv" -> bad ? "x,\"y" : number + ",\"" + word + "\"\"q\"";
            default -> number + word;
          };
    };
  }
}
