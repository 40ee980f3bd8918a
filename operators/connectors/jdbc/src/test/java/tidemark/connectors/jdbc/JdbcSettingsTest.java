package tidemark.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Failure;

class JdbcSettingsTest {
  private final Diagnostics found = new Diagnostics();

  private Optional<JdbcSettings> read(String url) {
    Options options = Written.options(Map.of("url", url, "connect_timeout", 300L));
    return JdbcSettings.of(options, found);
  }

  private String finding(String url) {
    var unused = read(url);
    List<Diagnostic> all = found.sorted();
    assertThat(all).as(url).hasSize(1);
    return all.get(0).message() + "; " + all.get(0).hint().orElse("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://scott:tiger@host/shop",
        "jdbc:postgresql://scott@host:5432/shop?ssl=true",
        "jdbc:postgresql://scott:ti/ger@host/shop",
        "jdbc:mariadb://scott:tiger@host/shop"
      })
  void aUserInTheUrlIsSentToItsOptions(String url) {
    assertThat(finding(url))
        .startsWith("the URL has a user name in it; ")
        .contains("goes into `user`", "into `password`")
        .doesNotContain("tiger");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://host:abc/shop",
        "jdbc:postgresql://host:0/shop",
        "jdbc:postgresql://one:5432,two:65536/shop",
        "jdbc:postgresql://[::1]:x/shop"
      })
  void aPortIsANumber(String url) {
    assertThat(finding(url)).contains("is no port", "from 1 to 65535");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql:shop",
        "jdbc:postgresql:///shop",
        "jdbc:postgresql://host/shop",
        "jdbc:postgresql://host:/shop",
        "jdbc:postgresql://one:5432,two:65535/shop?user=a@b",
        "jdbc:postgresql://[::1]:5432/shop",
        "jdbc:postgresql://[::1]/shop",
        "jdbc:mysql://(host=one,port=3306),two/shop",
        "jdbc:sqlite:/data/a@b.db"
      })
  void whatDriversKnowIsLetThrough(String url) {
    assertThat(read(url)).isPresent();
    assertThat(found.sorted()).isEmpty();
  }

  @Test
  void aDriverThatIsMissingIsAskedForFirst() {
    // Its driver is nowhere in the project.
    JdbcSettings settings = read("jdbc:mysql://127.0.0.1:1/shop").orElseThrow();
    assertThatThrownBy(() -> Database.open(settings))
        .isInstanceOfSatisfying(
            Failure.class,
            failure ->
                assertThat(failure.wayOut()).startsWith("name the jar").contains("_CLASSPATH="));
  }

  @Test
  void theDriverWritesNoLinesOfItsOwn() {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    Handler handler =
        new StreamHandler(
            new PrintStream(lines, true, StandardCharsets.UTF_8), new SimpleFormatter()) {
          @Override
          public synchronized void publish(LogRecord line) {
            super.publish(line);
            flush();
          }
        };
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    try {
      // A parameter that is no number makes the driver warn, and nobody listens at port 1.
      String url = "jdbc:postgresql://127.0.0.1:1/shop?connectTimeout=soon";
      assertThatThrownBy(() -> Database.open(read(url).orElseThrow())).isInstanceOf(Failure.class);
    } finally {
      root.removeHandler(handler);
    }
    assertThat(lines.toString(StandardCharsets.UTF_8)).doesNotContain("postgresql");
  }
}
