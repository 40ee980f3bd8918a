package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Span;

/** Each option of each source is known for what it is: a new one has to be put into this table. */
class SourceOptionsTest {
  private static final Map<String, Set<String>> TARGET =
      Map.of(
          "file", words("path format"),
          "jdbc", words("url table query increasing"),
          "kafka", words("topic format"),
          "socket", words("host port"));

  private static final Map<String, Set<String>> READING =
      Map.of(
          "file",
              words(
                  """
                  glob recursive header delimiter quote escape null_value comment multiline
                  trim_leading trim_trailing timestamp_format date_format max_record encoding
                  compression skip_suffixes changed_files
                  """),
          "jdbc", words("zone overlap overlap_values key"),
          "kafka", words("isolation avro_schema schema_registry"),
          "fleeting", words("name"), // of the tests
          "rate", words("rows_per_second rows_per_batch"));

  private static final Map<String, Set<String>> RUNNING =
      Map.of(
          "file", words("settle"),
          "jdbc", words("user password connect_timeout lag"),
          "kafka",
              words(
                  """
                  servers properties timeout metadata downtime on_lost_records registry_user
                  registry_password
                  """));

  private static Set<String> words(String text) {
    return new TreeSet<>(Arrays.asList(text.strip().split("\\s+")));
  }

  @Test
  void eachOptionIsOfOneKind() {
    for (Connector connector : Compiled.connectors()) {
      Set<String> target = new TreeSet<>();
      Set<String> reading = new TreeSet<>();
      Set<String> running = new TreeSet<>();
      for (OptionSpec option : connector.sourceOptions()) {
        Options given = options(option.name(), "another");
        Set<String> kind =
            !SourceOptions.target(given).isEmpty()
                ? target
                : SourceOptions.reading(given).isEmpty() ? running : reading;
        kind.add(option.name());
      }
      Map<String, Set<String>> kinds = new TreeMap<>();
      kinds.put("target", target);
      kinds.put("reading", reading);
      kinds.put("running", running);
      String name = connector.name();
      assertThat(kinds)
          .as(name)
          .containsEntry("target", TARGET.getOrDefault(name, Set.of()))
          .containsEntry("reading", READING.getOrDefault(name, Set.of()))
          .containsEntry("running", RUNNING.getOrDefault(name, Set.of()));
    }
  }

  @Test
  void anOptionThatNobodyListedMayChangeRows() {
    assertThat(SourceOptions.reading(options("unheard_of", "a"))).containsEntry("unheard_of", "a");
  }

  @Test
  void whatIsWrittenOutAsItUsuallyIsIsNoChange() {
    for (String usual :
        List.of("header=false", "delimiter=,", "changed_files=fail", "encoding=UTF-8")) {
      String[] option = usual.split("=", 2);
      assertThat(SourceOptions.reading(options(option[0], option[1]))).isEmpty();
    }
    assertThat(SourceOptions.reading(options("max_record", 64L << 20))).isEmpty();
    assertThat(SourceOptions.reading(options("header", true))).containsEntry("header", "true");
  }

  private static Options options(String name, Object value) {
    return new Options(new HashMap<>(Map.of(name, value)), Map.of(), Span.ofFile("p.yaml"));
  }
}
