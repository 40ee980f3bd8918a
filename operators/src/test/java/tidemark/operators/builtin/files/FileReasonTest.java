package tidemark.operators.builtin.files;

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

class FileReasonTest {
  @Test
  void aFailureThatSaysOnlyThePathHasAReason() {
    assertThat(FileReason.of(new NoSuchFileException("/x"))).isEqualTo("no such file or folder");
    assertThat(FileReason.of(new AccessDeniedException("/x"))).startsWith("permission denied for ");
    assertThat(FileReason.of(new FileAlreadyExistsException("/x")))
        .isEqualTo("a file is in its place");
    assertThat(FileReason.of(new NotDirectoryException("/x"))).isEqualTo("it is a file, no folder");
    assertThat(FileReason.of(new FileSystemLoopException("/x"))).isEqualTo("links lead back to it");
    assertThat(FileReason.of(new EOFException())).isEqualTo("it ends too early");
    assertThat(FileReason.of(new ClosedByInterruptException())).isEqualTo("it was interrupted");
    assertThat(FileReason.of(new DirectoryNotEmptyException("/x")))
        .isEqualTo("other files are in it");
  }

  @Test
  void whatTheSystemSaysIsTheReason() {
    assertThat(FileReason.of(new FileSystemException("/x", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(FileReason.of(new IOException("Too many open files")))
        .isEqualTo("Too many open files");
  }

  @Test
  void noNameOfAClassIsAReason() {
    assertThat(FileReason.of(new FileSystemException("/x")))
        .isEqualTo("the system gives no reason");
    assertThat(FileReason.of(new IOException())).isEqualTo("the system gives no reason");
  }
}
