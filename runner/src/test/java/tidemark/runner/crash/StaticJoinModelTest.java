package tidemark.runner.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.runner.engine.CrashPoint;

/**
 * Random joins of a stream with a static table, with random data, crashed at random, against a
 * model that looks at every pair of rows.
 */
class StaticJoinModelTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 40);
  private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
  private static final int ONE_IN = 14;

  @TempDir private Path temp;
  private int deaths;
  private long rowsCompared;

  /** A row of either side: a name and a number, each perhaps null. */
  private record Row(@Nullable String name, @Nullable Integer number) {
    static Row random(SplittableRandom random) {
      String name = random.nextInt(6) == 0 ? null : "" + (char) ('a' + random.nextInt(5));
      return new Row(name, random.nextInt(6) == 0 ? null : random.nextInt(6));
    }

    String json() {
      return "{\"name\":%s,\"number\":%s}"
          .formatted(name == null ? "null" : "\"" + name + "\"", number);
    }

    String text() {
      return (name == null ? "~" : name) + "," + (number == null ? "~" : number);
    }
  }

  /** A conjunct of {@code match}, with the sides' words for S and T, and whether it holds. */
  private enum Condition {
    SAME_NAME("S.name = T.name") {
      @Override
      boolean holds(Row s, Row t) {
        return s.name != null && s.name.equals(t.name);
      }
    },
    SAME_NAME_OR_NONE("T.name <=> S.name") {
      @Override
      boolean holds(Row s, Row t) {
        return Objects.equals(s.name, t.name);
      }
    },
    SAME_NUMBER("S.number + 1 = T.number + 1") {
      @Override
      boolean holds(Row s, Row t) {
        return s.number != null && s.number.equals(t.number);
      }
    },
    SMALLER("S.number < T.number") {
      @Override
      boolean holds(Row s, Row t) {
        return s.number != null && t.number != null && s.number < t.number;
      }
    },
    LARGE_IN_TABLE("T.number > 2") {
      @Override
      boolean holds(Row s, Row t) {
        return t.number != null && t.number > 2;
      }
    },
    EARLY_IN_STREAM("S.name < 'd'") {
      @Override
      boolean holds(Row s, Row t) {
        return s.name != null && s.name.compareTo("d") < 0;
      }
    },
    UNKNOWN_IN_STREAM("S.number IS NULL") {
      @Override
      boolean holds(Row s, Row t) {
        return s.number == null;
      }
    },
    ONE_OF_BOTH("coalesce(S.number, 9) > 4 OR coalesce(T.number, 9) > 4") {
      @Override
      boolean holds(Row s, Row t) {
        return s.number == null || s.number > 4 || t.number == null || t.number > 4;
      }
    };

    private final String text;

    Condition(String text) {
      this.text = text;
    }

    abstract boolean holds(Row s, Row t);
  }

  /** What the step keeps, and on which side the stream stands. */
  private enum Join {
    INNER("inner", "left"),
    INNER_FROM_RIGHT("inner", "right"),
    LEFT_OUTER("left_outer", "left"),
    RIGHT_OUTER("right_outer", "right"),
    LEFT_SEMI("left_semi", "left"),
    LEFT_ANTI("left_anti", "left"),
    LOOKUP("inner", "left"),
    LOOKUP_OUTER("left_outer", "left");

    private final String type;
    private final String stream;

    Join(String type, String stream) {
      this.type = type;
      this.stream = stream;
    }

    String table() {
      return stream.equals("left") ? "right" : "left";
    }

    boolean isLookup() {
      return this == LOOKUP || this == LOOKUP_OUTER;
    }

    boolean pairs() {
      return this != LEFT_SEMI && this != LEFT_ANTI;
    }
  }

  @Test
  void everyRowFindsThePartnersThatTheModelFindsWhateverCrashes() throws IOException {
    System.out.printf("%d cases, seed %d (set tidemark.seed to repeat)%n", CASES, SEED);
    for (int i = 0; i < CASES; i++) {
      Path folder = temp.resolve("case-" + i);
      new Case(folder, SEED + i).run();
      Results.delete(folder);
    }
    System.out.printf("%d rows compared, %d deaths in %d cases%n", rowsCompared, deaths, CASES);
    assertThat(deaths).isGreaterThan(CASES / 10);
    assertThat(rowsCompared).isGreaterThan(10L * CASES);
  }

  private final class Case {
    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final Join join;
    private final List<Condition> conditions = new ArrayList<>();
    private final List<Row> table;
    private final List<List<Row>> stream = new ArrayList<>();

    Case(Path folder, long seed) {
      this.folder = folder;
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.join = Join.values()[random.nextInt(Join.values().length)];
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        conditions.add(Condition.values()[random.nextInt(Condition.values().length)]);
      }
      boolean large = random.nextInt(8) == 0;
      this.table = rows(large ? 2_000 : random.nextInt(12));
      int files = 1 + random.nextInt(3);
      for (int i = 0; i < files; i++) {
        stream.add(rows(random.nextInt(30)));
      }
    }

    private List<Row> rows(int count) {
      return Stream.generate(() -> Row.random(random)).limit(count).toList();
    }

    void run() throws IOException {
      write(folder.resolve("table/t.ndjson"), table);
      for (int i = 0; i < stream.size(); i++) {
        write(folder.resolve("in/" + i + ".ndjson"), stream.get(i));
      }
      Path file = Files.writeString(folder.resolve("p.yaml"), yaml());
      LocalPipeline pipeline = new LocalPipeline(file, seed);
      CrashPoint crash =
          (boundary, batch) -> {
            if (random.nextInt(ONE_IN) == 0) {
              throw new Died(boundary, batch);
            }
          };
      while (pipeline.dies(1 + random.nextInt(3), crash)) {
        deaths++;
      }
      List<String> expected =
          stream.stream().flatMap(List::stream).flatMap(row -> joined(row).stream()).toList();
      assertThat(results()).as(this::toString).isEqualTo(expected);
      rowsCompared += expected.size();
    }

    private List<String> joined(Row row) {
      List<String> pairs = new ArrayList<>();
      for (Row other : table) {
        if (conditions.stream().allMatch(c -> c.holds(row, other))) {
          pairs.add(row.text() + "," + other.text());
        }
      }
      return switch (join) {
        case INNER, INNER_FROM_RIGHT, LOOKUP -> pairs;
        case LEFT_OUTER, RIGHT_OUTER, LOOKUP_OUTER ->
            pairs.isEmpty() ? List.of(row.text() + ",~,~") : pairs;
        case LEFT_SEMI -> pairs.isEmpty() ? List.of() : List.of(row.text());
        case LEFT_ANTI -> pairs.isEmpty() ? List.of(row.text()) : List.of();
      };
    }

    private String yaml() {
      String match =
          String.join(" AND ", conditions.stream().map(c -> "(" + c.text + ")").toList());
      String row = join.pairs() ? shown("S") + ", ',', " + shown("T") : shown("S");
      String step =
          join.isLookup()
              ? "from: s\n    lookup: {source: t"
              : "join: {left: %s, right: %s"
                  .formatted(
                      join.stream.equals("left") ? "s" : "t",
                      join.stream.equals("left") ? "t" : "s");
      return """
      format: 1
      pipeline: model
      sources:
        s:
          file: {path: in, format: ndjson, max_files_per_batch: 1}
          columns: {name: string, number: int}
        t:
          file: {path: table, format: ndjson}
          columns: {name: string, number: int}
          static: true
      steps:
        j:
          STEP, type: TYPE, match: "MATCH", select: {row: "concat(ROW)"}}
      sinks:
        out: {from: j, file: {path: out, format: text}}
      checkpoint: checkpoint
      """
          .replace("STEP", step)
          .replace("TYPE", join.type)
          .replace("MATCH", sided(match))
          .replace("ROW", sided(row));
    }

    private String sided(String text) {
      return text.replace("S.", join.stream + ".").replace("T.", join.table() + ".");
    }

    private static String shown(String side) {
      return "coalesce(%s.name, '~'), ',', coalesce(CAST(%s.number AS string), '~')"
          .formatted(side, side);
    }

    private void write(Path file, List<Row> rows) throws IOException {
      Files.createDirectories(file.getParent());
      Files.write(file, rows.stream().map(Row::json).toList());
    }

    /** The lines of all files, in the order of batches. */
    private List<String> results() throws IOException {
      List<String> lines = new ArrayList<>();
      if (Files.exists(folder.resolve("out"))) {
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            lines.addAll(Files.readAllLines(file));
          }
        }
      }
      return lines;
    }

    @Override
    public String toString() {
      return "seed " + seed + "\n" + yaml() + "\ntable " + table + "\nstream " + stream;
    }
  }
}
