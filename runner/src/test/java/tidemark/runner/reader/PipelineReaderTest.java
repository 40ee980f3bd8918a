package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.BadRecordPolicy;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.operators.time.WindowSpec;
import tidemark.operators.types.DecimalType;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.JoinType;
import tidemark.runner.spec.KeyedRules.TimeDomain;
import tidemark.runner.spec.PipelineSpec;
import tidemark.runner.spec.SourceSpec;
import tidemark.runner.spec.StartSpec;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.TriggerSpec;

final class PipelineReaderTest {
  private static final PipelineReader READER =
      new PipelineReader(name -> Optional.empty(), Connectors.ALL);

  private static PipelineSpec everything;

  @BeforeAll
  static void readEverything() {
    everything = good(Texts.PIPELINE);
  }

  private static PipelineSpec good(String text) {
    Read read = read(text);
    assertThat(read.report()).isEmpty();
    return read.pipeline().orElseThrow();
  }

  private static Read read(String text) {
    return READER.read(text, Path.of("x/p.yaml"), Path.of("/x"), ReadOptions.NONE);
  }

  private static <T extends StepSpec> T step(String id, Class<T> type) {
    return everything.steps().stream()
        .filter(s -> s.id().value().equals(id))
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everythingOfTheTopLevelIsRead() {
    assertThat(everything.name().value()).isEqualTo("everything");
    assertThat(everything.name().span()).isEqualTo(new Span("x/p.yaml", 3, 11, 10));
    assertThat(everything.description().orElseThrow().value()).isEqualTo("All there is.\n");
    assertThat(everything.outputMode().value()).isEqualTo(OutputMode.COMPLETE);
    assertThat(((TriggerSpec.Every) everything.trigger().value()).interval().value())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(everything.checkpoint().orElseThrow().value())
        .isEqualTo(Path.of("/checkpoints/everything"));
    assertThat(everything.timeZone().value()).isEqualTo(ZoneId.of("Europe/Berlin"));
    assertThat(everything.watermarkPolicy().value()).isEqualTo(WatermarkPolicy.MAX);
    assertThat(everything.lateRows().orElseThrow().value()).isEqualTo("late");
    assertThat(everything.deadLetter().orElseThrow().options().path("path"))
        .contains(Path.of("/dead"));
    assertThat(everything.stateMemory().orElseThrow().value()).isEqualTo(512_000_000L);
    assertThat(everything.retainBatches().value()).isEqualTo(20L);
    assertThat(everything.alerts()).isPresent();
    assertThat(everything.upgrade().moved().get(0).to().value()).isEqualTo("steps.traffic");
    assertThat(everything.upgrade().added()).hasSize(1);
  }

  @Test
  void whatIsLeftOutHasItsDefault() {
    PipelineSpec spec =
        good(
            """
            format: 1
            pipeline: p
            sources: {in: {file: {path: a}}}
            sinks: {out: {from: in, file: {path: b}}}
            """);
    assertThat(spec.outputMode().value()).isEqualTo(OutputMode.APPEND);
    assertThat(spec.trigger().value()).isEqualTo(new TriggerSpec.AvailableNow());
    assertThat(spec.timeZone().value().getId()).isEqualTo("Z");
    assertThat(spec.retainBatches().value()).isEqualTo(100L);
    assertThat(spec.checkpoint()).isEmpty();
    assertThat(spec.steps()).isEmpty();
    SourceSpec source = spec.sources().get(0);
    assertThat(source.onBadRecord().value()).isEqualTo(BadRecordPolicy.FAIL);
    assertThat(source.limits()).isEqualTo(BatchLimits.NONE);
    assertThat(source.maxFutureSkew().value()).isEqualTo(Duration.ofDays(1));
    assertThat(source.fixed().value()).isFalse();
  }

  @Test
  void everythingOfASourceIsRead() {
    SourceSpec access = everything.sources().get(0);
    Options options = access.connector().options();
    assertThat(options.path("path")).contains(Path.of("/data/access"));
    assertThat(options.number("quiet_time")).contains(5_000L);
    assertThat(options.number("buffer")).contains(65_536L);
    assertThat(options.text("delimiter")).contains("\t");
    assertThat(access.limits()).isEqualTo(new BatchLimits(16, Long.MAX_VALUE, 64_000_000));
    assertThat(access.onBadRecord().value()).isEqualTo(BadRecordPolicy.KEEP);
    assertThat(access.badRecordColumn().orElseThrow().value()).isEqualTo("raw");
    assertThat(access.idleAfter().orElseThrow().value()).isEqualTo(Duration.ofMinutes(5));
    assertThat(access.maxFutureSkew().value()).isEqualTo(Duration.ofDays(2));
    assertThat(access.starting().orElseThrow()).isInstanceOf(StartSpec.Earliest.class);
    assertThat(access.watermark().orElseThrow().delay().value()).isEqualTo(Duration.ofMinutes(10));
    assertThat(access.columns().orElseThrow().schema().field(0).nullable()).isFalse();
    StartSpec.AtTime at = (StartSpec.AtTime) everything.sources().get(1).starting().orElseThrow();
    assertThat(at.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    SourceSpec products = everything.sources().get(2);
    assertThat(products.fixed().value()).isTrue();
    assertThat(products.refresh().orElseThrow().value()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aMergedColumnKeepsThePlaceWhereItIsWritten() {
    var columns = everything.sources().get(1).columns().orElseThrow().columns();
    assertThat(columns).hasSize(7);
    assertThat(columns.get(0).name().value()).isEqualTo("extra");
    int line =
        1
            + (int)
                Texts.PIPELINE.substring(0, Texts.PIPELINE.indexOf("site: string")).lines().count()
            - 1;
    assertThat(columns.get(2).name().span().line()).isEqualTo(line);
  }

  @Test
  void everyOperatorIsRead() {
    assertThat(step("served", StepSpec.Filter.class).condition().text())
        .isEqualTo("status < 500\nand site <> '#1: a'\n");
    assertThat(step("columns", StepSpec.With.class).columns().get(0).name().value())
        .isEqualTo("hour");
    assertThat(step("few", StepSpec.Select.class).columns()).hasSize(3);
    assertThat(step("fewer", StepSpec.Drop.class).columns().get(0).value()).isEqualTo("n");
    StepSpec.Renaming renaming = step("renamed", StepSpec.Rename.class).columns().get(0);
    assertThat(renaming.to().value() + "<" + renaming.from().value()).isEqualTo("place<site");
    assertThat(step("exploded", StepSpec.Explode.class).outer().value()).isTrue();
    assertThat(step("marked", StepSpec.Watermark.class).watermark().delay().value())
        .isEqualTo(Duration.ofHours(1));
    assertThat(step("both", StepSpec.Union.class).inputs()).hasSize(2);
    assertThat(step("first", StepSpec.Limit.class).rows().value()).isEqualTo(10L);
    List<StepSpec.SortText> keys = step("top", StepSpec.Sort.class).keys();
    assertThat(keys.get(0).order().value()).isEqualTo(StepSpec.SortOrder.DESC);
    assertThat(keys.get(1).order().value()).isEqualTo(StepSpec.SortOrder.ASC);
    StepSpec.Deduplicate once = step("once", StepSpec.Deduplicate.class);
    assertThat(once.within()).isInstanceOf(StepSpec.Within.Watermark.class);
    StepSpec.Deduplicate day = step("day", StepSpec.Deduplicate.class);
    assertThat(day.by()).isEmpty();
    assertThat(((StepSpec.Within.EventTime) day.within()).length().value())
        .isEqualTo(Duration.ofHours(24));
  }

  @Test
  void windowsAreReadInMicroseconds() {
    long minute = 60_000_000L;
    assertThat(step("traffic", StepSpec.Aggregate.class).window().orElseThrow().window())
        .isEqualTo(new WindowSpec.Fixed(minute, minute, 15_000_000L));
    assertThat(step("sliding", StepSpec.Aggregate.class).window().orElseThrow().window())
        .isEqualTo(new WindowSpec.Fixed(10 * minute, 5 * minute, 0));
    assertThat(step("sessions", StepSpec.Aggregate.class).window().orElseThrow().window())
        .isEqualTo(new WindowSpec.Session(30 * minute));
    var by = step("sliding", StepSpec.Aggregate.class).by().get(0);
    assertThat(by.expression().map(ExpressionText::text)).contains("upper(site)");
    assertThat(step("traffic", StepSpec.Aggregate.class).by().get(0).expression()).isEmpty();
  }

  @Test
  void joinsLookupsAndKeyedStateAreRead() {
    StepSpec.Join join = step("joined", StepSpec.Join.class);
    assertThat(join.type().value()).isEqualTo(JoinType.LEFT_OUTER);
    assertThat(join.inputs()).extracting(p -> p.value()).containsExactly("few", "served");
    StepSpec.Lookup lookup = step("named", StepSpec.Lookup.class);
    assertThat(lookup.cache().orElseThrow().maxRows().orElseThrow().value()).isEqualTo(100_000L);
    StepSpec.Stateful guard = step("guard", StepSpec.Stateful.class);
    assertThat(guard.time().value()).isEqualTo(TimeDomain.EVENT_TIME);
    assertThat(guard.state().get(0).initial().orElseThrow().text()).isEqualTo("0");
    assertThat(guard.rules().get(0).timeout().orElseThrow().value())
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(guard.rules().get(1).clear().value()).isTrue();
    assertThat(guard.onTimeout().orElseThrow().emit().orElseThrow()).hasSize(2);
  }

  @Test
  void aPlaceInsideAnExpressionIsAPlaceInTheFile() {
    ExpressionText condition = step("served", StepSpec.Filter.class).condition();
    int at = condition.text().indexOf("site");
    String[] lines = Texts.PIPELINE.split("\n");
    Span span = condition.span(at, at + 4);
    assertThat(lines[span.line() - 1].substring(span.column() - 1)).startsWith("site <> '#1");
    assertThat(span.length()).isEqualTo(4);
  }

  @Test
  void aPlaceBehindASubstitutedTextIsStillRight() {
    String text =
        """
        format: 1
        pipeline: p
        vars: {limit: "100 + 200"}
        sources: {in: {file: {path: a}}}
        steps:
          s:
            from: in
            filter: a < ${var:limit} and byts > 0
        sinks: {out: {from: s, file: {path: b}}}
        """;
    StepSpec.Filter filter = (StepSpec.Filter) good(text).steps().get(0);
    assertThat(filter.condition().text()).isEqualTo("a < 100 + 200 and byts > 0");
    assertThat(filter.condition().span(18, 22)).isEqualTo(new Span("x/p.yaml", 8, 34, 4));
    assertThat(filter.condition().span(4, 7)).isEqualTo(new Span("x/p.yaml", 8, 17, 12));
  }

  @Test
  void setOverridesAVariableAndNothingElse() {
    Read read =
        READER.read(
            Texts.PIPELINE,
            Path.of("p.yaml"),
            Path.of("/x"),
            new ReadOptions(Map.of("delay", "3s", "folder", "/y"), Optional.empty()));
    assertThat(read.report()).isEmpty();
    SourceSpec access = read.pipeline().orElseThrow().sources().get(0);
    assertThat(access.watermark().orElseThrow().delay().value()).isEqualTo(Duration.ofSeconds(3));
    assertThat(access.connector().options().path("path")).contains(Path.of("/y"));
    Read wrong =
        READER.read(
            Texts.PIPELINE,
            Path.of("p.yaml"),
            Path.of("/x"),
            new ReadOptions(Map.of("dely", "3s"), Optional.empty()));
    assertThat(wrong.report()).extracting(Diagnostic::code).containsExactly(Code.TM112);
    assertThat(wrong.report().get(0).hint().orElseThrow()).startsWith("did you mean `delay`?");
  }

  @Test
  void secretsComeFromTheFileFirst(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("secrets");
    Files.writeString(file, "# mine\n\nDB= from file #1=x\r\nOTHER=o\n");
    String text =
        """
        format: 1
        pipeline: p
        sources: {in: {file: {path: a}}}
        sinks: {out: {from: in, jdbc: {url: "${secret:URL}", password: "${secret:DB}"}}}
        """;
    PipelineReader reader =
        new PipelineReader(
            name -> Optional.of(name.startsWith("TIDEMARK_SECRET_") ? "env-" + name : ""),
            Connectors.ALL);
    Read read =
        reader.read(text, Path.of("p.yaml"), folder, new ReadOptions(Map.of(), Optional.of(file)));
    assertThat(read.report()).isEmpty();
    Options options = read.pipeline().orElseThrow().sinks().get(0).connector().options();
    assertThat(options.text("password")).contains("from file #1=x");
    assertThat(options.text("url")).contains("env-TIDEMARK_SECRET_URL");
    assertThat(read.secrets().mask("a env-TIDEMARK_SECRET_URL b from file #1=x"))
        .isEqualTo("a *** b ***");
    Files.writeString(file, "no secret here: hunter22\n");
    Read bad =
        reader.read(text, Path.of("p.yaml"), folder, new ReadOptions(Map.of(), Optional.of(file)));
    assertThat(bad.report().get(0).code()).isEqualTo(Code.TM115);
    assertThat(bad.report().toString()).doesNotContain("hunter22");
  }

  @Test
  void aSchemaFileIsReadWithItsOwnPlaces(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve("schemas"));
    Path schema = folder.resolve("schemas/a.yaml");
    Files.writeString(schema, "columns:\n  id: bigint not null\n  amount: decimal(10,2)\n");
    String text =
        """
        format: 1
        pipeline: p
        sources:
          in: {file: {path: a}, schema: ../schemas/a.yaml}
          in2: {file: {path: a}, schema: ../schemas/a.yaml}
        sinks: {out: {from: in, file: {path: b}}}
        """;
    Path shown = Path.of("pipes/p.yaml");
    Read read = READER.read(text, shown, folder.resolve("pipes"), ReadOptions.NONE);
    assertThat(read.report()).isEmpty();
    var column =
        read.pipeline().orElseThrow().sources().get(1).columns().orElseThrow().columns().get(1);
    assertThat(column.type().value()).isEqualTo(new DecimalType(10, 2));
    assertThat(column.type().span()).isEqualTo(new Span("schemas/a.yaml", 3, 11, 13));
    Files.writeString(schema, "columns:\n  id: bigin\n  id: int\ncolums: x\n");
    Read bad = READER.read(text, shown, folder.resolve("pipes"), ReadOptions.NONE);
    assertThat(bad.report())
        .extracting(Diagnostic::code)
        .containsExactly(Code.TM302, Code.TM102, Code.TM103);
    assertThat(bad.texts().find("schemas/a.yaml")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "10 minutes,600000", "1 hour 30 minutes,5400000", "90s,90000", "10m,600000", "1h,3600000",
    "7d,604800000", "500ms,500", "1 MINUTE,60000", "2 weeks,1209600000", "1h30m,5400000",
    "0s,0", "1sec,1000"
  })
  void durationsAreRead(String text, long millis) {
    assertThat(Quantities.duration(text).value()).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({
    "10",
    "''",
    "m",
    "1 month",
    "-1s",
    "1.5h",
    "1 lightyear",
    "1y",
    "12:30",
    "99999999999999999999d",
    "999999999 days",
    "1m x"
  })
  void whatIsNoDurationIsNone(String text) {
    assertThat(Quantities.duration(text).value()).isEmpty();
    assertThat(Quantities.duration(text).hint()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2 minuts,2 minutes",
    "10 secnds,10 seconds",
    "1 our,1 hour",
    "3 dais,3 days",
    "1 hour 30 minits,1 hour 30 minutes",
    "90secs5minut,90secs5minutes",
    "500 milisecond,500 milliseconds",
    "1 weak,1 week"
  })
  void nearestDurationIsOffered(String text, String nearest) {
    assertThat(Quantities.duration(text).hint())
        .startsWith("did you mean `" + nearest + "`? units: ms, s, m, h, d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2 fortnights", "1 x", "1 mo"})
  void noDurationIsOfferedWhereNoneIsNear(String text) {
    assertThat(Quantities.duration(text).hint()).startsWith("units: ms, s, m, h, d");
  }

  @Test
  void nearestSizeIsOffered() {
    assertThat(Quantities.size("64 MBs").hint()).startsWith("did you mean `64 MB`? units: B, KB");
    assertThat(Quantities.size("1.5 GiBs").hint()).startsWith("did you mean `1.5 GiB`? ");
    assertThat(Quantities.size("2 megabyte").hint()).startsWith("did you mean `2 MB`? ");
    assertThat(Quantities.size("64XB").hint()).startsWith("units: B, KB");
  }

  @ParameterizedTest
  @CsvSource({
    "64MB,64000000",
    "1GiB,1073741824",
    "1.5KiB,1536",
    "7,7",
    "3 b,3",
    "0.5kb,500",
    "2TB,2000000000000"
  })
  void sizesAreRead(String text, long bytes) {
    assertThat(Quantities.size(text).value()).contains(bytes);
  }

  @ParameterizedTest
  @CsvSource({"MB", "-1MB", "0.0001KB", "1XB", "''", "99999999999999TB"})
  void whatIsNoSizeIsNone(String text) {
    assertThat(Quantities.size(text).value()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{tumbling: 0s} | must be longer than nothing",
        "{sliding: 5m} | a sliding window needs `every`",
        "{sliding: 5m, every: 6m} | `every` is longer than the window",
        "{tumbling: 5m, every: 1m} | `every` belongs to a sliding window",
        "{tumbling: 5m, session: 1m} | more than one kind",
        "{session: 5m, offset: 1m} | a session has no `offset`",
        "{tumbling: 5m, offset: 5m} | `offset` must be shorter",
        "{tumblin: 5m} | the key `tumblin` is not known",
      })
  void aWindowThatCannotBeIsRefused(String window, String message) {
    Read read =
        read(
            "format: 1\npipeline: p\nsources: {in: {file: {path: a}}}\nsteps:\n  s:\n    from: in\n"
                + "    aggregate: {window: "
                + window
                + ", compute: {n: count(*)}}\n"
                + "sinks: {out: {from: s, file: {path: b}}}\n");
    assertThat(read.report()).hasSize(1);
    assertThat(read.report().get(0).message()).contains(message);
    assertThat(read.pipeline().orElseThrow().unread()).containsExactly("s");
  }
}
