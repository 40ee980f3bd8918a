package tidemark.operators.builtin.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.builtin.body.Body.Packing;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Diagnostics;

class BodyTest {
  private static BodyFormat format(Map<String, Object> options) {
    return BodyFormat.of(Handed.request(options, OutputMode.APPEND), "ndjson", new Diagnostics())
        .orElseThrow();
  }

  private static List<BodyPart> parts(BodyFormat format, Batch... batches) {
    List<BodyPart> parts = new ArrayList<>();
    for (Batch batch : batches) {
      BodyPart part = new BodyPart(format, Handed.SCHEMA);
      part.write(batch);
      parts.add(part);
    }
    return parts;
  }

  private static String text(Map<String, Object> options, Batch... batches) throws IOException {
    BodyFormat format = format(options);
    try (Body body = Body.of(parts(format, batches), format, Handed.SCHEMA, Packing.NONE)) {
      return text(body.in());
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void anArrayHoldsTheObjectsOfAllPartitionsInOrder() throws IOException {
    assertThat(text(Map.of("format", "json"), Handed.rows("a", "b"), Handed.rows("c")))
        .isEqualTo("[{\"k\":\"a\",\"n\":1},\n{\"k\":\"b\",\"n\":2},\n{\"k\":\"c\",\"n\":1}]");
  }

  @Test
  void anArrayOfNothingIsAnArray() throws IOException {
    assertThat(text(Map.of("format", "json"))).isEqualTo("[]");
  }

  @Test
  void aLineBreakInATextStaysInsideItsObject() throws IOException {
    assertThat(text(Map.of("format", "json"), Handed.rows("a\nb", "c")))
        .isEqualTo("[{\"k\":\"a\\nb\",\"n\":1},\n{\"k\":\"c\",\"n\":2}]");
  }

  @Test
  void ndjsonIsAnObjectALine() throws IOException {
    assertThat(text(Map.of(), Handed.rows("a"), Handed.rows("b")))
        .isEqualTo("{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":1}\n");
  }

  @Test
  void csvHasOneHeaderForAllPartitions() throws IOException {
    Map<String, Object> options = Map.of("format", "csv", "header", true, "delimiter", ";");
    assertThat(text(options, Handed.rows("a"), Handed.rows("b"))).isEqualTo("k;n\na;1\nb;1\n");
  }

  @Test
  void aPackedBodyUnpacksToTheSame() throws IOException {
    BodyFormat format = format(Map.of("format", "json"));
    try (Body body = Body.of(parts(format, Handed.rows("a")), format, Handed.SCHEMA, Packing.GZIP);
        InputStream unpacked = new GZIPInputStream(body.in())) {
      assertThat(text(unpacked)).isEqualTo("[{\"k\":\"a\",\"n\":1}]");
    }
  }

  @Test
  void rowsThatDoNotFitIntoMemoryAreAllThereInOrder() throws IOException {
    BodyFormat format = format(Map.of());
    String long_ = "x".repeat(1 << 20);
    try (BodyPart part = new BodyPart(format, Handed.SCHEMA)) {
      for (int i = 0; i < 10; i++) {
        part.write(Handed.rows(i + long_));
      }
      try (Body body = Body.of(List.of(part), format, Handed.SCHEMA, Packing.NONE)) {
        List<String> lines = text(body.in()).lines().toList();
        assertThat(text(body.in())).hasSize((int) body.bytes());
        assertThat(body.rows()).isEqualTo(10);
        assertThat(lines).hasSize(10);
        for (int i = 0; i < 10; i++) {
          assertThat(lines.get(i)).startsWith("{\"k\":\"" + i + "xxx").endsWith("\"n\":1}");
        }
      }
    }
  }
}
