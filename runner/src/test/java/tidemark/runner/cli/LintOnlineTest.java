package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.connectors.kafka.Broker;

/** What {@code lint --online} finds out from a real broker and a real database. */
class LintOnlineTest {
  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @AfterEach
  void dropTables() throws SQLException {
    execute("DROP TABLE IF EXISTS w, names");
  }

  private static String url(int port) {
    return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server.getPort()));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** From a topic, enriched with the table {@code names}, into the table {@code w}. */
  private String pipeline(String topic, String sink) throws IOException {
    return Files.writeString(
            folder.resolve("p.yaml"),
            """
            format: 1
            pipeline: online
            sources:
              events:
                kafka: {servers: "%s", topic: %s, timeout: 3 seconds}
                columns: {k: string, n: bigint}
              names:  # tidemark:ignore TM630 the table does not change
                jdbc: {url: "%s", table: names}
                columns: {k: string, name: string}
                static: true
            steps:
              named:
                join: {left: events, right: names, match: left.k = right.k, select: {k: left.k, n: left.n, name: right.name}}
            sinks:
              out:
                from: named
                jdbc: {%s}
            checkpoint: checkpoint
            """
                .formatted(Broker.servers(), topic, url(server.getPort()), sink))
        .toString();
  }

  private static String sink() {
    return "url: \"" + url(server.getPort()) + "\", table: w";
  }

  @Test
  void whatIsThereAndFitsIsOkAndNothingIsMadeOrChanged() throws IOException, SQLException {
    execute("CREATE TABLE names (k text, name text)");
    execute("CREATE TABLE w (k text, n bigint, name text)");
    String file = pipeline(Broker.topic(1), sink());
    CliRun run = CliRun.of("lint", "--online", file);
    assertThat(run.out()).isEqualTo(file + ": ok\n");
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    String makes = pipeline(Broker.topic(1), sink() + "2, create_table: true");
    assertThat(CliRun.of("lint", "--online", makes).end()).isEqualTo(ExitCode.DONE);
    execute("CREATE TABLE w2 ()");
    execute("DROP TABLE w2");
  }

  @Test
  void everythingThatIsMissingOrDoesNotFitIsSaidAtOnce() throws IOException, SQLException {
    execute("CREATE TABLE names (k bytea, name text)");
    execute("CREATE TABLE w (k text, n int)");
    String file = pipeline("nowhere", sink());
    assertThat(CliRun.of("lint", file).end()).isEqualTo(ExitCode.DONE);
    CliRun run = CliRun.of("lint", "--online", file);
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out())
        .contains("p.yaml:5:", "error TM604: there is no topic `nowhere` at " + Broker.servers())
        .contains("p.yaml:17:", "error TM627: table `w`", "`n` is bigint", "no column `name`");
  }

  @Test
  void columnsOfATableThatIsReadAreHeldAgainstTheDeclaredOnes() throws IOException, SQLException {
    execute("CREATE TABLE names (k text, nom text)");
    execute("CREATE TABLE w (k text, n bigint, name text)");
    CliRun run = CliRun.of("lint", "--online", pipeline(Broker.topic(1), sink()));
    assertThat(run.out())
        .contains("p.yaml:8:", "error TM627", "there is no column `name`", "k, nom");
    assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aServerThatKeepsSilentIsNotWaitedForLongAndNoSecretIsTold()
      throws IOException, SQLException {
    execute("CREATE TABLE names (k text, name text)");
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String target = "url: \"" + url(silent.getLocalPort()) + "&password=s3cr3t-77\", table: w";
      long began = System.nanoTime();
      CliRun run = CliRun.of("lint", "--online", pipeline(Broker.topic(1), target));
      assertThat((System.nanoTime() - began) / 1_000_000_000).isLessThan(40);
      assertThat(run.out()).contains("error TM615").doesNotContain("s3cr3t-77");
      assertThat(run.end()).isEqualTo(ExitCode.BAD_INPUT);
    }
  }

  @Test
  void aTopicThatForgetsBeforeThePipelineIsBackIsWarnedOf() throws Exception {
    String topic = Broker.topic(1);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp hours =
        new AlterConfigOp(
            new ConfigEntry("retention.ms", Long.toString(Duration.ofHours(12).toMillis())),
            AlterConfigOp.OpType.SET);
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", Broker.servers()))) {
      admin.incrementalAlterConfigs(Map.of(resource, List.of(hours))).all().get();
    }
    String yaml =
        """
        format: 1
        pipeline: kept
        sources:
          events: {kafka: {servers: "%s", topic: %s, format: text}}
        sinks:
          out: {from: events, file: {path: out, format: text}}
        checkpoint: checkpoint
        """
            .formatted(Broker.servers(), topic);
    String file = Files.writeString(folder.resolve("p.yaml"), yaml).toString();
    CliRun run = CliRun.of("lint", "--online", file);
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .contains("p.yaml:4:", "warning TM648: topic `" + topic + "` keeps records for 12 hours")
        .contains("may be down for 3 days");
    Files.writeString(
        folder.resolve("p.yaml"),
        yaml.replace("format: text}}\nsinks", "format: text, downtime: 6 hours}}\nsinks"));
    assertThat(CliRun.of("lint", "--online", file).out()).isEqualTo(file + ": ok\n");
  }
}
