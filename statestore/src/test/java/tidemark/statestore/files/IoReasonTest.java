package tidemark.statestore.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class IoReasonTest {
  @Test
  void aFailureThatSaysOnlyThePathHasAReason() {
    assertThat(IoReason.withPath(new NoSuchFileException("/proc/x")))
        .isEqualTo("/proc/x: no such file or folder");
    assertThat(IoReason.of(new AccessDeniedException("/x"))).startsWith("permission denied for ");
    assertThat(IoReason.of(new FileAlreadyExistsException("/x")))
        .isEqualTo("a file is in its place");
    assertThat(IoReason.of(new DirectoryNotEmptyException("/x")))
        .isEqualTo("other files are in it");
    assertThat(IoReason.of(new NotDirectoryException("/x"))).isEqualTo("it is a file, no folder");
    assertThat(IoReason.of(new FileSystemLoopException("/x"))).isEqualTo("links lead back to it");
    assertThat(IoReason.of(new EOFException())).isEqualTo("it ends too early");
    assertThat(IoReason.of(new ClosedByInterruptException())).isEqualTo("it was interrupted");
    assertThat(IoReason.withPath(new FileSystemException("/x", null, "Not a directory")))
        .isEqualTo("/x: Not a directory");
    assertThat(IoReason.withPath(new IOException("Is a directory"))).isEqualTo("Is a directory");
    assertThat(IoReason.of(new FileSystemException("/x"))).isEqualTo("the system gives no reason");
  }
}
