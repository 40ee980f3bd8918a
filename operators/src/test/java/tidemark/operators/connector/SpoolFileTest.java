package tidemark.operators.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SpoolFileTest {
  @TempDir private Path folder;

  private static void write(SpoolFile spool, String text) throws IOException {
    try (OutputStream out = spool.out()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private SpoolFile make() throws IOException {
    return SpoolFile.open(Files.createFile(folder.resolve("rows")));
  }

  /** So a process that is killed leaves nothing. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theFileHasNoNameWhileItIsUsed() throws IOException {
    try (SpoolFile spool = make()) {
      write(spool, "card numbers");
      assertThat(folder).isEmptyDirectory();
      assertThat(spool.in()).hasContent("card numbers");
    }
  }

  @Test
  void eachReaderBeginsAtTheBeginningAndSeesWhatIsAppended() throws IOException {
    try (SpoolFile spool = make();
        InputStream first = spool.in();
        InputStream second = spool.in()) {
      write(spool, "ab");
      assertThat(first.read()).isEqualTo('a');
      assertThat(second.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("ab");
      write(spool, "c");
      assertThat(spool.size()).isEqualTo(3);
      assertThat(first.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("bc");
      assertThat(first.read()).isEqualTo(-1);
    }
    assertThat(folder).isEmptyDirectory();
  }
}
