package tidemark.statestore.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class IoReasonTest {
  @Test
  void aFailureThatSaysOnlyThePathHasAReason() {
    assertThat(IoReason.withPath(new NoSuchFileException("/proc/x")))
        .isEqualTo("/proc/x: no such file or folder");
    assertThat(IoReason.of(new AccessDeniedException("/x"))).startsWith("permission denied for ");
    assertThat(IoReason.of(new FileAlreadyExistsException("/x")))
        .isEqualTo("a file is in its place");
    assertThat(IoReason.withPath(new FileSystemException("/x", null, "Not a directory")))
        .isEqualTo("/x: Not a directory");
    assertThat(IoReason.withPath(new IOException("Is a directory"))).isEqualTo("Is a directory");
    assertThat(IoReason.of(new FileSystemException("/x"))).isEqualTo("the system gives no reason");
  }
}
