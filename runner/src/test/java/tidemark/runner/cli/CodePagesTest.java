package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.operators.diagnostics.Code;

class CodePagesTest {
  @ParameterizedTest
  @EnumSource(Code.class)
  void everyCodeHasAShortPageWithExampleAndWayOut(Code code) {
    CliRun run = CliRun.of("explain-code", code.name());
    assertThat(run.end()).isEqualTo(ExitCode.DONE);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("# " + code + ": " + code.title());
    assertThat(lines).hasSizeLessThanOrEqualTo(25).allMatch(line -> line.length() <= 110);
    assertThat(lines.stream().filter(line -> line.startsWith("```"))).hasSize(2);
    assertThat(run.out()).contains("\n**Way out.** ");
  }

  @Test
  void everyPageHasACode() throws IOException {
    List<String> codes = Arrays.stream(Code.values()).map(Code::name).toList();
    Path folder = Path.of("src/main/resources/codes");
    try (Stream<Path> pages = Files.list(folder)) {
      assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
          .containsExactlyInAnyOrderElementsOf(codes);
    }
  }

  @Test
  void caseOfTheCodeDoesNotMatter() {
    assertThat(CliRun.of("explain-code", "tm401").out())
        .isEqualTo(CliRun.of("explain-code", "TM401").out());
  }
}
