package tidemark.runner.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Lines of {@code dead-letter ls --format json} that were corrected by hand. Each says by its id
 * which letter it stands for, so that no letter is read again twice.
 */
public final class CorrectedLetters {
  private final Path file;
  private final Map<String, Letter> standing = new HashMap<>();
  private final Set<String> read = new HashSet<>();

  /**
   * @param standing the dead letters there are
   */
  public CorrectedLetters(Path file, List<Letter> standing) {
    this.file = file;
    standing.forEach(letter -> this.standing.put(letter.id(), letter));
  }

  /**
   * The letters that the lines stand for, with the data of the lines, in their order.
   *
   * @throws Failure TM650 if the file cannot be read, or a line does not say which letter it stands
   *     for
   */
  public List<Letter> read() {
    List<Letter> letters = new ArrayList<>();
    for (String line : lines()) {
      try {
        letters.add(letter(line));
      } catch (IOException broken) {
        throw refused("line %d: %s".formatted(letters.size() + 1, FileReason.of(broken)), broken);
      }
    }
    return letters;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (IOException broken) {
      throw refused(FileReason.of(broken), broken);
    }
  }

  private Failure refused(String reason, IOException broken) {
    return new Failure(
        Code.TM650,
        "`" + file + "` cannot be read as dead letters: " + reason,
        "correct lines that `tidemark dead-letter ls FILE --format json` writes",
        broken);
  }

  private Letter letter(String line) throws IOException {
    Letter corrected = LetterJson.read("", line);
    if (corrected.id().isEmpty()) {
      throw new IOException("it has no `id`, which says what letter it stands for");
    }
    Letter letter = standing.get(corrected.id());
    if (letter == null || !letter.isOf(corrected)) {
      throw new IOException("`" + corrected.id() + "` is not among the dead letters as it is here");
    }
    if (!read.add(corrected.id())) {
      throw new IOException("`" + corrected.id() + "` is the `id` of a line before, too");
    }
    return letter.with(corrected);
  }
}
