package tidemark.operators.builtin.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileReasonTest {
  @Test
  void aFailureThatSaysOnlyThePathHasAReason() {
    assertThat(FileReason.of(new NoSuchFileException("/x"))).isEqualTo("no such file or folder");
    assertThat(FileReason.of(new AccessDeniedException("/x"))).startsWith("permission denied for ");
    assertThat(FileReason.of(new FileAlreadyExistsException("/x")))
        .isEqualTo("a file is in its place");
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
