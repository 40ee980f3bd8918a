package tidemark.runner.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.runner.compile.Compiled;

class PasswordCheckTest {
  @Test
  void aVariableThatIsUsedAsAPasswordIsOneWhateverItIsCalled() {
    String text =
        """
        format: 1
        pipeline: p
        vars: {word: hunter22, login: "${var:word}", tok: realtokenXYZ, plain: visible1}
        sources: {in: {file: {path: a}}}
        sinks:
          out: {from: in, jdbc: {url: "jdbc:${var:plain}:x", password: "${var:login}"}}
          web: {from: in, http: {url: "https://h/x", headers: {Authorization: "Bearer ${var:tok}"}}}
          run: {from: in, exec: {command: [x], environment: {PW: "${var:word}", D: "${var:plain}"}}}
        """;
    Read read = Compiled.reader().read(text, Path.of("p.yaml"), Path.of("/x"), ReadOptions.NONE);
    assertThat(read.report())
        .filteredOn(d -> d.code() == Code.TM901)
        .extracting(d -> d.span().line() + ":" + d.message())
        .containsExactly(
            "3:the value of `word` is written into the file",
            "3:the value of `tok` is written into the file");
    assertThat(read.secrets().mask("hunter22 realtokenXYZ visible1")).isEqualTo("*** *** visible1");
  }

  @Test
  void aVariableBesideASecretIsNone() {
    String text =
        """
        format: 1
        pipeline: p
        vars: {scheme: Bearer}
        sources: {in: {file: {path: a}}}
        sinks:
          web:
            from: in
            http: {url: "https://h/x", headers: {Authorization: "${var:scheme} ${secret:PEPPER}"}}
        """;
    Read read = Compiled.reader().read(text, Path.of("p.yaml"), Path.of("/x"), ReadOptions.NONE);
    assertThat(read.report()).extracting(Diagnostic::code).doesNotContain(Code.TM901);
    assertThat(read.secrets().mask("the Bearer")).isEqualTo("the Bearer");
  }

  @Test
  void whatTheFileSaysOfAnOverriddenPasswordIsHiddenToo() {
    String text =
        """
        format: 1
        pipeline: p
        vars: {tok: realtokenXYZ, password: hunter22}
        sources: {in: {file: {path: a}}}
        sinks:
          web: {from: in, http: {url: "https://h/x", headers: {Authorization: "Bearer ${var:tok}"}}}
        """;
    Map<String, String> overrides = Map.of("tok", "other-token", "password", "other-word");
    Read read =
        Compiled.reader()
            .read(
                text,
                Path.of("p.yaml"),
                Path.of("/x"),
                new ReadOptions(overrides, Optional.empty()));
    assertThat(read.secrets().mask("realtokenXYZ, other-token, hunter22, other-word"))
        .isEqualTo("***, ***, ***, ***");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pw", "PW", "passwd", "pwd", "db_pw", "DB_PWD"})
  void aVariableIsAPasswordByItsName(String name) {
    String text = "format: 1\npipeline: p\nvars: {" + name + ": hunter22}\n";
    Read read = Compiled.reader().read(text, Path.of("p.yaml"), Path.of("/x"), ReadOptions.NONE);
    assertThat(read.report()).extracting(Diagnostic::code).contains(Code.TM901);
    assertThat(read.secrets().mask("a hunter22")).isEqualTo("a ***");
  }
}
