package tidemark.operators.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.connector.SourceDescription;
import tidemark.operators.connector.SourceRequest;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class FileConnectorTest {
  private static final Schema COLUMNS = Schema.of(Field.of("id", SimpleType.BIGINT));

  private final FileConnector connector = new FileConnector();
  private final Diagnostics found = new Diagnostics();

  private SourceDescription describe(Optional<Schema> columns, Object... options) {
    return connector.describe(
        new SourceRequest(
            "in",
            options(options),
            columns,
            BadRecordPolicy.FAIL,
            Optional.empty(),
            BatchLimits.NONE,
            ZoneOffset.UTC,
            new Start.Earliest()),
        found);
  }

  private void check(Schema schema, Object... options) {
    connector.check(
        new SinkRequest(
            "out", options(options), schema, OutputMode.APPEND, "p", "", ZoneOffset.UTC),
        found);
  }

  private static Options options(Object... pairs) {
    Map<String, Object> values = new HashMap<>();
    Map<String, Span> spans = new HashMap<>();
    values.put("path", Path.of("/data/in"));
    for (int i = 0; i < pairs.length; i += 2) {
      values.put((String) pairs[i], pairs[i + 1]);
      spans.put((String) pairs[i], new Span("p.yaml", 5 + i, 3, 4));
    }
    return new Options(values, spans, new Span("p.yaml", 3, 5, 4));
  }

  private List<Code> codes() {
    return found.sorted().stream().map(Diagnostic::code).toList();
  }

  @Test
  void allLightConnectorsAreFound() {
    List<String> names =
        ServiceLoader.load(Connector.class).stream().map(c -> c.get().name()).sorted().toList();
    assertThat(names).contains("console", "file", "rate", "socket");
  }

  @Test
  void everyKeyOfTheContractIsKnown() {
    assertThat(connector.sourceOptions())
        .extracting(OptionSpec::name)
        .doesNotHaveDuplicates()
        .contains(
            "path",
            "glob",
            "recursive",
            "format",
            "compression",
            "header",
            "delimiter",
            "quote",
            "escape",
            "comment",
            "multiline",
            "null_value",
            "trim_leading",
            "trim_trailing",
            "timestamp_format",
            "date_format",
            "encoding",
            "settle");
    assertThat(connector.sinkOptions())
        .extracting(OptionSpec::name)
        .contains("path", "format", "header", "delimiter", "compression");
  }

  @Test
  void aSourceIsDescribedWithoutLookingAtTheDisk() {
    SourceDescription description = describe(Optional.of(COLUMNS), "format", "ndjson");
    assertThat(found.sorted()).isEmpty();
    assertThat(description.schema()).isEqualTo(COLUMNS);
    assertThat(description.replayable()).isTrue();
    assertThat(description.identity()).isEqualTo("file /data/in");
    assertThat(description.filtersWhileReading()).isTrue();
  }

  @Test
  void textHasTheColumnValue() {
    assertThat(describe(Optional.empty(), "format", "text").schema())
        .isEqualTo(Schema.of(Field.of("value", SimpleType.STRING)));
    assertThat(found.sorted()).isEmpty();
    describe(Optional.of(COLUMNS), "format", "text");
    assertThat(codes()).containsExactly(Code.TM614);
  }

  @Test
  void ndjsonAndCsvNeedColumns() {
    describe(Optional.empty(), "format", "ndjson");
    assertThat(codes()).containsExactly(Code.TM104);
  }

  @Test
  void binaryFormatsTakeNoOptionsOfTexts() {
    describe(Optional.of(COLUMNS), "format", "parquet", "encoding", "UTF-8");
    assertThat(codes()).containsExactly(Code.TM614);
    check(COLUMNS, "format", "avro", "compression", "gz");
    assertThat(codes()).containsExactly(Code.TM614, Code.TM614);
  }

  @Test
  void columnsOfBinaryFilesAreTakenFromTheFirstFile() {
    describe(Optional.empty(), "format", "avro");
    assertThat(codes()).containsExactly(Code.TM104);
    assertThat(found.sorted().get(0).message()).contains("there is no file yet");
  }

  @Test
  void optionsOfAnotherFormatAreAllRefusedWhereTheyStand() {
    describe(
        Optional.of(COLUMNS), "format", "ndjson", "delimiter", ";", "header", true, "comment", "#");
    assertThat(found.sorted()).extracting(d -> d.span().line()).containsExactly(7, 9, 11);
    assertThat(codes()).containsOnly(Code.TM614);
  }

  @Test
  void timePatternsMeanNothingForText() {
    describe(Optional.empty(), "format", "text", "date_format", "yyyy");
    assertThat(codes()).containsExactly(Code.TM614);
  }

  @Test
  void charactersOfCsvMustDiffer() {
    describe(Optional.of(COLUMNS), "format", "csv", "delimiter", "\"");
    assertThat(codes()).containsExactly(Code.TM614);
    describe(Optional.of(COLUMNS), "format", "csv", "delimiter", "é");
    assertThat(codes()).hasSize(2);
  }

  @Test
  void anUnknownCharsetAndABrokenGlobAreErrors() {
    describe(Optional.of(COLUMNS), "format", "csv", "encoding", "utf-99", "glob", "{a");
    assertThat(codes()).containsExactly(Code.TM614, Code.TM614);
  }

  @Test
  void csvCannotHoldNestedColumns() {
    Schema nested = Schema.of(Field.of("tags", new ArrayType(SimpleType.STRING)));
    describe(Optional.of(nested), "format", "csv");
    assertThat(codes()).containsExactly(Code.TM614);
    check(nested, "format", "csv");
    assertThat(codes()).containsExactly(Code.TM614, Code.TM618);
    check(nested, "format", "ndjson");
    assertThat(codes()).hasSize(2);
  }
}
