package tidemark.statestore.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EncodingTest {
  @Test
  void stringsAndNumbersComeBackAsTheyWere() {
    String odd = "quote \" backslash \\ newline \n nul \0 pair \uD83D\uDE00 lone \uD800 ü";
    byte[] file =
        CheckedJson.encode(
            json ->
                json.member(odd, odd)
                    .member("least", Long.MIN_VALUE)
                    .member("large", 9007199254740993L)
                    .longs("map", Map.of("a", 1L))
                    .rawMember("raw", " {\"x\": [1.50, null, true]} "));
    List<String> seen = new ArrayList<>();
    CheckedJson.decode(
        file,
        "a/file",
        (name, json) -> {
          seen.add(name);
          switch (name) {
            case "least" -> assertThat(json.number()).isEqualTo(Long.MIN_VALUE);
            case "large" -> assertThat(json.number()).isEqualTo(9007199254740993L);
            case "map" -> assertThat(json.longs()).isEqualTo(Map.of("a", 1L));
            case "raw" -> assertThat(json.raw()).isEqualTo("{\"x\": [1.50, null, true]}");
            case "writer" -> assertThat(json.string()).isNotEmpty();
            default -> assertThat(json.string()).isEqualTo(odd);
          }
        });
    assertThat(seen).containsExactly("writer", odd, "least", "large", "map", "raw");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}x",
        "[1,]",
        "{\"a\"}",
        "{\"a\":01}",
        "nul",
        "\"\\x\"",
        "1.",
        "-",
        "\"\n\"",
        "{a:1}",
        "[1 2]",
        "+1",
        "\"\\u12g4\"",
        "tru"
      })
  void whatIsNoJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonReader.requireValid(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void endlessNestingIsRefused() {
    assertThatThrownBy(() -> JsonReader.requireValid("[".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbersOfAllLengthsComeBack() {
    Bytes bytes = new Bytes(1);
    for (int shift = 0; shift < 64; shift++) {
      bytes.varint(1L << shift).varint((1L << shift) - 1);
    }
    bytes.int64(-2).int32(-3).string("ü");
    Bytes.In in = new Bytes.In(bytes.array(), bytes.length());
    for (int shift = 0; shift < 64; shift++) {
      assertThat(in.varint()).isEqualTo(1L << shift);
      assertThat(in.varint()).isEqualTo((1L << shift) - 1);
    }
    assertThat(in.int64()).isEqualTo(-2);
    assertThat(in.int32()).isEqualTo(-3);
    assertThat(in.string()).isEqualTo("ü");
    assertThat(in.remaining()).isZero();
    assertThatThrownBy(in::int8).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
