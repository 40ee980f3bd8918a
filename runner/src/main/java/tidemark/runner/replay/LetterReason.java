package tidemark.runner.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import tidemark.operators.builtin.files.FileReason;

/** Why letters cannot be read or written, for people. */
final class LetterReason {
  private LetterReason() {}

  /** The reason alone, with no path and no place in the JSON. */
  static String of(IOException broken) {
    return broken instanceof JsonProcessingException damaged
        ? damaged.getOriginalMessage()
        : FileReason.of(broken);
  }
}
