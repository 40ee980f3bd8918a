package tidemark.operators.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.builtin.body.Handed;

/** What is wrong with the options of a sink, said before anything runs. */
class HttpSettingsTest {
  private static List<String> findings(Object... options) {
    Map<String, Object> all = Handed.options(options);
    all.putIfAbsent("url", "https://example.com/rows");
    return Handed.findings(new HttpConnector(), all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://example.com/rows | neither with `http://` nor with",
        "example.com/rows | neither with `http://` nor with",
        "https:///rows | names no host",
        "https://exa mple.com/ | this is no URL",
        "https://user:pw@example.com/ | has a user name in it",
        "https://example.com/{bach} | `{bach}` stands for nothing",
      })
  void aUrlMustBeOne(String url, String complaint) {
    assertThat(findings("url", url))
        .singleElement()
        .asString()
        .startsWith("TM107")
        .contains(complaint)
        .doesNotContain("pw");
    assertThat(findings("outcome_url", url)).singleElement().asString().contains(complaint);
  }

  @Test
  void aHeaderHasANameAndOneLine() {
    assertThat(findings("headers", Map.of("X-A", "a\r\nX-B: b")))
        .containsExactly("TM107 the text of the header `X-A` has a line break, or is not ASCII");
    assertThat(findings("headers", Map.of("X A", "a")))
        .containsExactly("TM107 `X A` is no name of a header");
    assertThat(findings("headers", Map.of("Content-Length", "5")))
        .containsExactly("TM107 the header `Content-Length` is set by the sink itself");
  }

  @Test
  void theKeyHasItsHeaderForItself() {
    assertThat(findings("headers", Map.of("idempotency-key", "1")))
        .containsExactly("TM107 the header `Idempotency-Key` carries the batch's key");
  }

  @Test
  void aUserHasAPasswordAndNoOtherAuthorization() {
    assertThat(findings("user", "a")).hasSize(1);
    assertThat(
            findings("user", "a", "password", "b", "headers", Map.of("authorization", "Basic x")))
        .hasSize(1);
    assertThat(findings("user", "a", "password", "b")).isEmpty();
  }

  @Test
  void aStatusIsANumberWithOneMeaning() {
    assertThat(findings("success", List.of("2xx")))
        .containsExactly("TM107 `2xx` is no status of an answer");
    assertThat(findings("success", List.of("200", "409"), "rejected", List.of("409"))).hasSize(1);
  }

  @Test
  void aTimeOutIsLongerThanNothing() {
    assertThat(findings("timeout", 0L)).hasSize(1);
    assertThat(findings("retry_for", 0L)).isEmpty();
  }

  @Test
  void anOptionOfCsvMeansNothingForJson() {
    assertThat(findings("header", true)).singleElement().asString().startsWith("TM614");
    assertThat(findings("format", "csv", "header", true)).isEmpty();
  }

  @Test
  void aSecretThatTravelsInTheOpenIsAWarning() {
    Map<String, Object> header = Map.of("headers", Map.of("X-Api-Key", "abc"));
    assertThat(findings("url", "http://example.com/", "headers", header.get("headers")))
        .singleElement()
        .asString()
        .startsWith("TM903");
    assertThat(findings("outcome_url", "http://example.com/", "headers", header.get("headers")))
        .hasSize(1);
    assertThat(findings("url", "http://localhost:80/", "headers", header.get("headers"))).isEmpty();
    assertThat(findings("url", "http://example.com/", "headers", Map.of("X-Team", "a"))).isEmpty();
    assertThat(findings("headers", header.get("headers"))).isEmpty();
  }
}
