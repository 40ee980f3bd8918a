package tidemark.operators.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.batch.Selection;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class ConsoleConnectorTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.of("name", SimpleType.STRING),
          Field.of("n", SimpleType.BIGINT),
          Field.of("at", SimpleType.TIMESTAMP));

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private Sink sink(Map<String, Object> options) {
    return new ConsoleConnector(new PrintStream(printed, false, StandardCharsets.UTF_8))
        .open(
            new SinkRequest(
                "out",
                new Options(options, Map.of(), Span.ofFile(Path.of("p.yaml").toString())),
                SCHEMA,
                OutputMode.UPDATE,
                "p",
                "q",
                ZoneOffset.UTC));
  }

  private static Batch rows(String... names) {
    BatchBuilder rows = new BatchBuilder(SCHEMA);
    long n = 1;
    for (String name : names) {
      ((BytesBuilder) rows.column(0)).append(name);
      ((LongBuilder) rows.column(1)).append(n);
      if (n == 1) {
        ((LongBuilder) rows.column(2)).append(1_704_067_200_000_000L);
      } else {
        rows.column(2).appendNull();
      }
      rows.closeRow();
      n *= 100;
    }
    return rows.take();
  }

  private static void commit(Sink sink, Batch... parts) {
    SinkBatch batch = sink.begin(new OperationKey("q", 3, "out"));
    for (int i = 0; i < parts.length; i++) {
      batch.writer(i).write(parts[i]);
    }
    batch.prepare();
    batch.commit();
    batch.close();
  }

  @Test
  void rowsStandAlignedUnderTheirNames() {
    Sink sink = sink(Map.of());
    assertThat(sink.delivery()).isEqualTo(Delivery.NONE);
    commit(sink, rows("north", "sö\nuth"));
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            batch 3, out: 2 rows
            name       n  at
            -------  ---  ------------------------
            north      1  2024-01-01T00:00:00.000Z
            sö\\nuth  100  null

            """);
  }

  @Test
  void nothingIsPrintedBeforeTheCommitOrWithoutRows() {
    Sink sink = sink(Map.of());
    SinkBatch batch = sink.begin(new OperationKey("q", 3, "out"));
    batch.writer(0).write(rows("a"));
    batch.prepare();
    assertThat(printed.size()).isZero();
    commit(sink, rows());
    assertThat(printed.size()).isZero();
  }

  @Test
  void onlyTheFirstRowsAndCharactersAreShown() {
    commit(sink(Map.of("max_rows", 2L, "max_width", 4L)), rows("abcdef"), rows("b", "c"));
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(text).startsWith("batch 3, out: 3 rows, the first 2 shown\n");
    assertThat(text).contains("abc…").contains("b ").doesNotContain("c  ");
  }

  @Test
  void rowsThatAreNotSelectedAreNotShown() {
    Batch batch = rows("a", "b", "c");
    commit(sink(Map.of()), batch.select(Selection.of(new int[] {2}, 1)));
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith("batch 3, out: 1 row\n")
        .contains("\nc ");
  }
}
