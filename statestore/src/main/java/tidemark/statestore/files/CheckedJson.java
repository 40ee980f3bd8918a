package tidemark.statestore.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;

/**
 * JSON files with the format number first, then the release that wrote them, and a checksum last:
 * {@code {"format":1,"writer":"0.1.0", …,"crc32c":"0badcafe"}}, as FORMAT.md section 3 has it.
 */
public final class CheckedJson {
  /** The format that this release writes, and the newest one that it reads. */
  public static final int FORMAT = 1;

  private static final HexFormat HEX = HexFormat.of();
  private static final String ENDING = ",\"crc32c\":\"";
  private static final int ENDING_LENGTH = ENDING.length() + 8 + 3;

  /** Where a file says which release wrote it, whatever its format. */
  private static final Pattern WRITER =
      Pattern.compile("^\\{\"format\":\\d+,\"writer\":\"([^\"]{1,40})\"");

  private CheckedJson() {}

  /** The content of a file with these members. */
  public static byte[] encode(Consumer<JsonWriter> members) {
    JsonWriter json =
        new JsonWriter().beginObject().member("format", FORMAT).member("writer", Release.VERSION);
    members.accept(json);
    byte[] body = json.toString().getBytes(UTF_8);
    String ending = ENDING + HEX.toHexDigits(crc(body, body.length)) + "\"}\n";
    byte[] file = new byte[body.length + ENDING_LENGTH];
    System.arraycopy(body, 0, file, 0, body.length);
    System.arraycopy(ending.getBytes(UTF_8), 0, file, body.length, ENDING_LENGTH);
    return file;
  }

  /** Takes the members out of a file. */
  @FunctionalInterface
  public interface Members {
    /** Reads the value of the member, or skips it. */
    void read(String name, JsonReader json);
  }

  /**
   * Reads a file whole, checks it and hands over its members; damage is a failure with the path.
   */
  public static void read(FileStore files, String path, Members members) {
    byte[] content;
    try (InputStream in = files.open(path)) {
      content = in.readAllBytes();
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO, "cannot read " + path + ": " + e.getMessage(), "Check the disk.", e);
    }
    decode(content, path, members);
  }

  /** Checks the content of a file and hands over its members. */
  public static void decode(byte[] content, String path, Members members) {
    int body = content.length - ENDING_LENGTH;
    if (body < 0) {
      throw damaged(path, content.length == 0 ? "it is empty" : "it is cut off");
    }
    String ending = new String(content, body, ENDING_LENGTH, UTF_8);
    if (!ending.equals(ENDING + HEX.toHexDigits(crc(content, body)) + "\"}\n")) {
      throw damaged(path, "its checksum is wrong or missing");
    }
    String text = new String(content, 0, body, UTF_8);
    JsonReader json = new JsonReader(text + "}");
    try {
      json.object(
          name -> {
            if (name.equals("format")) {
              requireKnown(json.number(), path, text);
            } else {
              members.read(name, json);
            }
          });
      json.end();
    } catch (IllegalArgumentException e) {
      throw damaged(path, e.getMessage());
    }
  }

  /**
   * Fails if the format is newer than this release.
   *
   * @param text the file's beginning, which may say who wrote it
   */
  static void requireKnown(long format, String path, String text) {
    if (format > FORMAT) {
      Matcher writer = WRITER.matcher(text);
      throw new StateFailure(
          Kind.FORMAT_TOO_NEW,
          "%s has format %d%s; this release (%s) reads up to format %d"
              .formatted(
                  path,
                  format,
                  writer.find() ? ", written by release " + writer.group(1) : "",
                  Release.VERSION,
                  FORMAT),
          "Run it with the newer release that wrote it.");
    }
  }

  public static StateFailure damaged(String path, String what) {
    return new StateFailure(
        Kind.DAMAGED, path + " is damaged: " + what, "Put the file back from a copy.");
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
