package tidemark.operators.builtin.files;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * A file's path below a folder as text that gives back exactly the same file, whatever bytes the
 * name has. Names that are text stay as they are; a name that is not valid text in the platform's
 * encoding is a NUL character and its bytes, percent-encoded.
 */
public final class PortableName {
  private static final char ENCODED = '\0';

  private PortableName() {}

  /** The text of {@code file}, which lies below {@code base}; both are absolute. */
  public static String of(Path base, Path file) {
    Path relative = base.relativize(file);
    String text = relative.toString();
    if (isSame(text, relative)) {
      return text;
    }
    return ENCODED + relativeUri(base, file);
  }

  /** The file of the text below {@code base}. */
  public static Path resolve(Path base, String name) {
    if (name.isEmpty() || name.charAt(0) != ENCODED) {
      return base.resolve(name);
    }
    String root = folderUri(base);
    return Path.of(URI.create("file://" + root + name.substring(1)));
  }

  /** The name for messages: control characters are escaped. */
  public static String shown(String name) {
    StringBuilder shown = new StringBuilder(name.length());
    name.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  private static boolean isSame(String text, Path relative) {
    if (text.chars().allMatch(c -> c >= ' ' && c < 127)) {
      return true;
    }
    try {
      return Path.of(text).equals(relative) && text.indexOf('\uFFFD') < 0;
    } catch (InvalidPathException notText) {
      return false;
    }
  }

  private static String relativeUri(Path base, Path file) {
    return file.toUri().getRawPath().substring(folderUri(base).length());
  }

  private static String folderUri(Path folder) {
    String raw = folder.toUri().getRawPath();
    return raw.endsWith("/") ? raw : raw + "/";
  }
}
