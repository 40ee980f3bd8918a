package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretsTest {
  @Test
  void aKnownValueIsHiddenWhereverItStands() {
    Secrets secrets = new Secrets();
    secrets.add("hunter22");
    assertThat(secrets.mask("xhunter22y hunter22hunter22")).isEqualTo("x***y ***");
  }

  @Test
  void aShortValueIsHiddenAsAWordOnly() {
    Secrets secrets = new Secrets();
    secrets.add("ab");
    assertThat(secrets.mask("table ab, 'ab'")).isEqualTo("table ***, '***'");
  }

  @Test
  void aSecretInsideALongerOneLeavesNoRest() {
    Secrets secrets = new Secrets();
    secrets.add("abcd");
    secrets.add("xabcdy");
    assertThat(secrets.mask("xabcdy")).isEqualTo("***");
  }

  @Test
  void everyLineOfALongSecretIsHidden() {
    Secrets secrets = new Secrets();
    secrets.add("-----BEGIN-----\nMIIEabcd\n");
    assertThat(secrets.mask("line MIIEabcd only")).isEqualTo("line *** only");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "kafka://u:p%40ss@h:9092/t | kafka://***@h:9092/t",
        "http://token@h/x | http://***@h/x",
        "http://h/a@b | http://h/a@b",
        "jdbc:x://h?a=b&ssl_password=p1 x | jdbc:x://h?a=b&ssl_password=*** x",
        "https://h/x?access_token=abc&y=1 | https://h/x?access_token=***&y=1",
        "no: `/x?token=abc` | no: `/x?token=***`",
        "no: `/x?token=abc`, and `/y?password=abc`. | no: `/x?token=***`, and `/y?password=***`.",
        "no: /x?token=a`b`.c x | no: /x?token=*** x",
        "password: two words # c | password: *** # c",
        "{password: a, b: c} | {password: ***, b: c}",
        "\"db_password\":\"a\\\"b\",\"x\":1 | \"db_password\":***,\"x\":1",
        "password=abc user=u | password=*** user=u",
        "sasl: user required password=\"a b\"; | sasl: user required password=***;",
        "password: ${secret:db} | password: ${secret:db}",
        "write db-pw=… into | write db-pw=… into",
        "Password : x | Password : ***",
      })
  void formsOfSecretsAreHidden(String text, String masked) {
    assertThat(new Secrets().mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compute: {tokens: count(*)}", "token: string", "a user@example.org wrote", "secret santa",
        "the key `password` is missing", "passwords: 3", "s3://bucket/path", "x = y"
      })
  void ordinaryTextIsLeftAlone(String text) {
    assertThat(new Secrets().mask(text)).isEqualTo(text);
  }
}
