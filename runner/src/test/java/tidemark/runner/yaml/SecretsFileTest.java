package tidemark.runner.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.operators.diagnostics.Diagnostics;

class SecretsFileTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '`',
      value = {
        "DB=hunter2 > hunter2",
        "`DB = hunter2 \t` > hunter2",
        "`DB= two words #1=x ` > two words #1=x",
        "`DB=\" kept \" ` > ` kept `",
        "`DB=' kept '` > ` kept `",
        "DB=\"a > \"a",
        "DB=it's > it's",
        "DB=\" > \"",
        "DB='\"quoted\"' > \"quoted\"",
        "DB='' > ``",
        "DB= > ``"
      })
  void blanksAroundAValueCountOnlyInQuotes(String line, String value) {
    Diagnostics found = new Diagnostics();
    assertThat(SecretsFile.parse("secrets", line + "\r\n", found)).containsEntry("DB", value);
    assertThat(found.sorted()).isEmpty();
  }
}
