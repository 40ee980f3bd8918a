package tidemark.runner.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.SourceBytes;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.SourceTexts;

/**
 * What the readers of one file share.
 *
 * @param shown the file's path as the user wrote it
 * @param folder what relative paths are relative to, absolute
 * @param variables those that were read so far
 */
record Reading(
    Path shown,
    Path folder,
    Diagnostics found,
    SourceTexts texts,
    Secrets secrets,
    WrittenVariables variables) {
  /** The first of a file. */
  Reading(Path shown, Path folder, Diagnostics found, SourceTexts texts, Secrets secrets) {
    this(shown, folder, found, texts, secrets, new WrittenVariables());
  }

  /** A file's folder, absolute. */
  static Path folderOf(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }

  void error(Code code, Span span, String message, String hint) {
    found.error(code, span, message, hint);
  }

  /** A path of this file as the user would write it from where they stand. */
  Path shownPath(String written) {
    return shown.resolveSibling(written).normalize();
  }

  /**
   * The text of a file; what keeps it from being read is reported.
   *
   * @param shown the file's path as the user would write it
   * @param place where the file is named
   */
  static Optional<SourceText> load(Path shown, Path file, Span place, Diagnostics found) {
    try {
      if (Files.isDirectory(file)) {
        found.error(Code.TM115, place, "`" + shown + "` is a folder", "name a file");
        return Optional.empty();
      }
      if (Files.exists(file) && Files.size(file) > SourceBytes.MAX_BYTES) {
        return SourceBytes.tooLarge(shown.toString(), Files.size(file), found);
      }
      return SourceBytes.decode(shown.toString(), SourceBytes.read(file), found);
    } catch (IOException failed) {
      unreadable(shown, file, failed, place, found);
      return Optional.empty();
    }
  }

  /** The text of a file that is no part of the report, such as secrets. */
  static Optional<String> loadQuietly(Path file, Diagnostics found) {
    try {
      byte[] bytes = SourceBytes.read(file);
      if (bytes.length > SourceBytes.MAX_BYTES) {
        Optional<SourceText> unused = SourceBytes.decode(file.toString(), bytes, found);
        return Optional.empty();
      }
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (IOException failed) {
      unreadable(file, file, failed, Span.ofFile(file.toString()), found);
      return Optional.empty();
    }
  }

  private static void unreadable(
      Path shown, Path file, IOException failed, Span place, Diagnostics found) {
    if (failed instanceof NoSuchFileException) {
      found.error(
          Code.TM115,
          place,
          "the file `" + shown + "` does not exist",
          "check the path; it was looked for at " + file.toAbsolutePath().normalize());
      return;
    }
    found.error(
        Code.TM115,
        place,
        "the file `" + shown + "` cannot be read (" + failed.getClass().getSimpleName() + ")",
        "check its rights");
  }

  /** A path relative to the file, absolute. */
  Optional<Path> resolve(String written, Span place) {
    try {
      return Optional.of(folder.resolve(written).normalize());
    } catch (InvalidPathException wrong) {
      error(Code.TM107, place, "`" + written + "` is no path", "remove the character at its place");
      return Optional.empty();
    }
  }
}
