package tidemark.runner.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real data of many kinds, read as it was published, against answers that were computed without a
 * stream engine. A sink is named after its answer.
 */
class RealDataTest {
  private static final Pattern SOURCE = Pattern.compile("\\$\\{env:TIDEMARK_DATA}/([^\"]+)");

  @TempDir private Path folder;

  static Stream<Run> runs() {
    return Stream.of(
            webLogs(),
            webSessions(),
            events(),
            wikipedia(),
            flights(),
            sensors(),
            pairs(),
            parquet(),
            others())
        .flatMap(runs -> runs);
  }

  private static Stream<Run> webLogs() {
    Map<String, Integer> keys = Map.of("apache_per_window", 1);
    Map<String, Run.Closed> closed =
        Map.of("apache_per_window", closed(Duration.ofHours(1), "2015-05-20T21:04:59Z"));
    return Stream.of("weblogs-ndjson", "weblogs-csv", "weblogs-text")
        .map(pipeline -> Run.of(pipeline, keys))
        .flatMap(run -> Stream.of(run, run.in("update", 5000), run.append(4000, closed)));
  }

  private static Stream<Run> webSessions() {
    Run sessions = Run.of("weblog-sessions", Map.of("apache_sessions_30m", 2));
    Run.Closed closed =
        new Run.Closed(
            "session_end", Duration.ofMinutes(30), Instant.parse("2015-05-20T21:04:59Z"));
    Run duplicates = Run.of("weblog-duplicates", Map.of("apache_dedup", 0));
    Run firstLines = Run.of("weblog-first-lines", Map.of("apache_dedup", 0));
    return Stream.of(
        sessions,
        sessions.in("complete", 4000),
        sessions.append(4000, Map.of("apache_sessions_30m", closed)),
        duplicates,
        duplicates.in("update", 4000),
        firstLines,
        firstLines.in("update", 4000));
  }

  private static Stream<Run> events() {
    Run github =
        Run.of("github", Map.of("github_type_per_10s", 2, "github_push_commits_per_hour", 1));
    Run clicks = Run.of("clicks", Map.of("otto_day_type", 2, "otto_visits_30m", 2));
    Run changes = Run.of("change-events", Map.of("maxwell_product_ops", 1));
    return Stream.of(
        github,
        github.in("update", 200),
        github.append(
            300,
            Map.of(
                "github_type_per_10s",
                closed(Duration.ofSeconds(10), "2021-07-21T09:00:01Z"),
                "github_push_commits_per_hour",
                closed(Duration.ofHours(1), "2021-07-21T09:00:01Z"))),
        clicks,
        clicks.in("complete", 7),
        changes,
        changes.in("update", 7));
  }

  private static Stream<Run> wikipedia() {
    Run edits = Run.of("wikipedia", Map.of("wiki_a_channel_hour", 2, "wiki_a_en_hop_1h_15m", 1));
    Run lengths =
        Run.of("wikipedia-session-lengths", Map.of("wiki_a_session_len_hist", 1))
            .after("wikipedia-sessions");
    String watermark = "2015-09-12T15:42:56.103Z";
    return Stream.of(
        edits,
        edits.in("update", 9000),
        edits.append(
            8000,
            Map.of(
                "wiki_a_channel_hour",
                closed(Duration.ofHours(1), watermark),
                "wiki_a_en_hop_1h_15m",
                closed(Duration.ofHours(1), watermark))),
        lengths,
        lengths.in("complete", 5000));
  }

  private static Stream<Run> flights() {
    // The filter acts before the watermark, as in Spark, so the last flight from Chicago sets it.
    Run flights = Run.of("flights", Map.of("flights_ord_hop_3h_1h", 1));
    Run states = Run.of("flights-by-state", Map.of("flights_day_state", 2));
    return Stream.of(
        flights,
        flights.in("update", 8000),
        flights.append(
            8000,
            Map.of("flights_ord_hop_3h_1h", closed(Duration.ofHours(3), "2001-03-31T20:50:00Z"))),
        states,
        states.in("update", 8000));
  }

  private static Stream<Run> sensors() {
    Run machine = Run.of("machine-temperature", Map.of("machine_temp_day", 1));
    Run processor = Run.of("processor-load", Map.of("ec2_hours_over", 1));
    Run taxi = Run.of("taxi-passengers", Map.of("nab_taxi_day", 1));
    Run air = Run.of("air-quality", Map.of("airquality_day", 1, "airquality_co_8h_over5", 1));
    Run room = Run.of("occupancy", Map.of("occupancy_training_15m", 1)).withBadRecords(1);
    Duration day = Duration.ofDays(1);
    return Stream.of(
        machine,
        machine.append(5000, Map.of("machine_temp_day", closed(day, "2014-02-19T14:30:00Z"))),
        processor,
        processor.append(
            1000, Map.of("ec2_hours_over", closed(Duration.ofHours(1), "2014-02-28T14:20:00Z"))),
        taxi,
        taxi.append(3000, Map.of("nab_taxi_day", closed(day, "2015-01-31T23:00:00Z"))),
        air,
        air.append(
            2000,
            Map.of(
                "airquality_day",
                closed(day, "2005-04-04T13:59:59Z"),
                "airquality_co_8h_over5",
                closed(Duration.ofHours(8), "2005-04-04T13:59:59Z"))),
        room,
        room.append(
            2000,
            Map.of(
                "occupancy_training_15m", closed(Duration.ofMinutes(15), "2015-02-10T09:32:00Z"))));
  }

  /** One side of the join comes bit by bit, the other whole in the first micro-batch. */
  private static Stream<Run> pairs() {
    Run traffic = Run.of("traffic-pairs", Map.of("traffic6005_join_day", 1));
    Map<String, Run.Closed> day =
        Map.of("traffic6005_join_day", closed(Duration.ofDays(1), "2015-09-17T16:23:00Z"));
    Run machine = Run.of("machine-and-room", Map.of("machine_ambient_asof_week", 1));
    Map<String, Run.Closed> week =
        Map.of("machine_ambient_asof_week", closed(Duration.ofDays(7), "2014-02-19T14:30:00Z"));
    return Stream.of(
        traffic.append(0, day),
        traffic.append(400, day),
        machine.append(0, week),
        machine.append(5000, week));
  }

  private static Stream<Run> parquet() {
    return Stream.of(
        Run.of("flights-parquet", Map.of("flights3m_day", 1, "flights3m_atl_hop_3h_1h", 1)),
        Run.of("taxi-trips", Map.of("green_day_borough", 2)));
  }

  private static Stream<Run> others() {
    Run quakes = Run.of("quakes", Map.of("usgs_day_type", 2, "usgs_latency_by_net", 1));
    Run weather = Run.of("weather", Map.of("nycweather_day", 2));
    Run stocks = Run.of("stocks", Map.of("stocks_year", 2));
    Run bikes = Run.of("bikes", Map.of("oslo_station_hour", 2, "oslo_city_total", 1));
    Run gaps = Run.of("weather-gaps", Map.of("nycweather_gaps", 3));
    Run changes =
        Run.of("occupancy-changes", Map.of("occupancy_training_changes", 3)).withBadRecords(1);
    Run products = Run.of("latest-products", Map.of("maxwell_product_final_table", 2));
    Run coffee = Run.of("coffee", Map.of("coffee_hour", 2, "coffee_dedup", 0));
    return Stream.of(
        quakes,
        quakes.in("update", 600),
        weather,
        weather.in("update", 9000),
        stocks,
        stocks.in("update", 200),
        bikes,
        bikes.in("update", 25),
        coffee,
        coffee.in("update", 1000),
        gaps,
        gaps.in("complete", 9000),
        changes,
        changes.in("complete", 3000),
        products,
        products.in("complete", 7));
  }

  private static Run.Closed closed(Duration window, String watermark) {
    return new Run.Closed("window_start", window, Instant.parse(watermark));
  }

  private static Optional<Path> data() {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    Path shared =
        Path.of(System.getProperty("tidemark.shared", root.resolveSibling("shared").toString()));
    Path data = shared.resolve("data");
    return Files.isDirectory(data.resolve("answers")) ? Optional.of(data) : Optional.empty();
  }

  private static Path pipeline(String name) throws Exception {
    return Path.of(RealDataTest.class.getResource("/realdata/" + name + "/pipeline.yaml").toURI());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void tidemarkFindsTheAnswersOnRealData(Run run) throws Exception {
    Optional<Path> data = data();
    if (data.isEmpty()) {
      return;
    }
    Path in = data.get();
    if (run.first().isPresent()) {
      RealRun.of(
          pipeline(run.first().get()),
          places(in, data.get(), folder.resolve("earlier")),
          Map.of(),
          RealRun.Between.NOTHING);
      in = folder.resolve("earlier");
    }
    if (run.lines() > 0) {
      in = cut(run, in);
    }
    Path out = folder.resolve("out");
    RealRun done =
        RealRun.of(
            pipeline(run.pipeline()),
            places(in, data.get(), out),
            Map.of("mode", run.mode()),
            run.lines() > 0 ? RealRun.Between.RESTART : RealRun.Between.NOTHING);
    run.keys().forEach((answer, keys) -> compare(run, answer, keys, data.get(), out));
    assertThat(done.badRecords()).isEqualTo(run.badRecords());
    assertThat(done.leftOut()).isZero();
    assertThat(done.dataBatches() > 1).isEqualTo(run.lines() > 0);
  }

  /** The pipeline's source as a folder of its name, in which the lines are spread over files. */
  private Path cut(Run run, Path data) throws Exception {
    String text = Files.readString(pipeline(run.pipeline())).split("\n    columns:")[0];
    Matcher source = SOURCE.matcher(text);
    assertThat(source.find()).isTrue();
    Path target = folder.resolve("cut");
    CutFile.read(data.resolve(source.group(1)), text.contains("header: true"))
        .write(target.resolve(source.group(1)), run.lines());
    return target;
  }

  private static Map<String, String> places(Path data, Path tables, Path out) {
    return Map.of(
        "TIDEMARK_DATA",
        data.toString(),
        "TIDEMARK_TABLES",
        tables.toString(),
        "TIDEMARK_OUT",
        out.toString());
  }

  private static void compare(Run run, String name, int keys, Path data, Path out) {
    Table answer = Table.answer(data.resolve("answers").resolve(name + ".csv"), keys);
    assertThat(answer.rows()).isNotEmpty();
    Table.Repeated repeated =
        run.mode().equals("update") ? Table.Repeated.LATER_WINS : Table.Repeated.WRONG;
    Table result = Table.result(out.resolve(name), answer, keys, repeated);
    Table expected =
        Optional.ofNullable(run.closed().get(name))
            .map(closed -> shown(answer, closed))
            .orElse(answer);
    assertThat(Comparison.differences(expected, result)).as(name).isEmpty();
  }

  private static Table shown(Table answer, Run.Closed closed) {
    Map<String, Map<String, String>> rows = new TreeMap<>(answer.rows());
    rows.values().removeIf(row -> !closed.shows(row));
    assertThat(rows).isNotEmpty();
    return new Table(answer.columns(), rows);
  }
}
