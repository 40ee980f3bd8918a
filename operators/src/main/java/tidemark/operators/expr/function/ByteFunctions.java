package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.rows;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** Functions over bits, bytes and how texts are encoded. */
final class ByteFunctions {
  /** Bits of a bucket of Spark's bitmaps. */
  private static final long BUCKET = 32_768;

  private static final Pattern WHITE = Pattern.compile("\\s");
  private static final List<String> FORMATS = List.of("hex", "utf-8", "utf8", "base64");

  private ByteFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        rows(
            "to_binary",
            "to_binary(text [, format])",
            "The bytes that a text stands for: 'hex' (the default), 'utf-8' or 'base64'.",
            "CAST(to_binary('YWJj', 'base64') AS STRING) -> abc",
            a -> binaryRule(a, false),
            (in, out) -> binary(in, out, false)),
        rows(
            "try_to_binary",
            "try_to_binary(text [, format])",
            "Like to_binary, but null for other texts.",
            "try_to_binary('zz') -> NULL",
            a -> binaryRule(a, true),
            (in, out) -> binary(in, out, true)),
        rows(
            "is_valid_utf8",
            "is_valid_utf8(text)",
            "Whether a text, or the bytes of a binary, are well-formed UTF-8.",
            "is_valid_utf8(X'80') -> false",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.BOOLEAN),
            (in, out) -> out.set(in.position(), isValid(in))),
        rows(
            "make_valid_utf8",
            "make_valid_utf8(text)",
            "The text with U+FFFD for what is not well-formed UTF-8.",
            "make_valid_utf8('a') -> a",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.STRING),
            (in, out) -> out.set(in.position(), in.stringAt(0))),
        rows(
            "validate_utf8",
            "validate_utf8(text)",
            "The text; fails if it is not well-formed UTF-8.",
            "validate_utf8('a') -> a",
            Rules.takes(Parameter.TEXT_OR_BINARY).gives(SimpleType.STRING),
            (in, out) -> validate(in, out, false)),
        rows(
            "try_validate_utf8",
            "try_validate_utf8(text)",
            "The text, or null if it is not well-formed UTF-8.",
            "try_validate_utf8(X'80') -> NULL",
            Rules.takes(Parameter.TEXT_OR_BINARY).mayGive(SimpleType.STRING),
            (in, out) -> validate(in, out, true)),
        rows(
            "bit_get|getbit",
            "bit_get(number, position)",
            "The bit at a position, from 0 on the right.",
            "bit_get(11, 2) -> 0",
            ByteFunctions::bitRule,
            ByteFunctions::bit),
        rows(
            "bitmap_bucket_number",
            "bitmap_bucket_number(number)",
            "The bucket of a number in bitmaps of 32,768 bits.",
            "bitmap_bucket_number(32769) -> 2",
            Rules.takes(Parameter.BIGINT).gives(SimpleType.BIGINT),
            (in, out) -> {
              long n = in.longAt(0);
              out.set(in.position(), n > 0 ? 1 + (n - 1) / BUCKET : n / BUCKET);
            }),
        rows(
            "bitmap_bit_position",
            "bitmap_bit_position(number)",
            "The bit of a number in its bucket.",
            "bitmap_bit_position(123) -> 122",
            Rules.takes(Parameter.BIGINT).gives(SimpleType.BIGINT),
            (in, out) -> {
              long n = in.longAt(0);
              out.set(in.position(), n > 0 ? (n - 1) % BUCKET : -(n % BUCKET));
            }),
        rows(
            "bitmap_count",
            "bitmap_count(binary)",
            "How many bits are set.",
            "bitmap_count(X'1010') -> 2",
            Rules.takes(t -> t == SimpleType.BINARY ? Optional.of(t) : Optional.empty())
                .gives(SimpleType.BIGINT),
            (in, out) -> {
              long bits = 0;
              for (int i = 0; i < in.length(0); i++) {
                bits += Integer.bitCount(in.data(0)[in.start(0) + i] & 0xFF);
              }
              out.set(in.position(), bits);
            }));
  }

  private static Typing binaryRule(List<Expression> a, boolean trying) {
    Rules rules = Rules.takesAtLeast(1, Parameter.STRING, Parameter.STRING);
    if (!trying && a.size() == 2 && a.get(1).type() != SimpleType.VOID) {
      Optional<Object> format = Rules.literal(a.get(1));
      if (format.isEmpty() || !FORMATS.contains(format.get().toString().toLowerCase(Locale.ROOT))) {
        return Typing.unfit("the format is one of the literals 'hex', 'utf-8' and 'base64'");
      }
    }
    return (trying ? rules.mayGive(SimpleType.BINARY) : rules.gives(SimpleType.BINARY)).apply(a);
  }

  private static void binary(Row in, ColumnSink out, boolean trying) {
    String format = in.count() > 1 ? in.stringAt(1).toLowerCase(Locale.ROOT) : "hex";
    byte[] bytes = bytes(in.stringAt(0), format);
    if (bytes != null) {
      out.set(in.position(), bytes, 0, bytes.length);
    } else if (trying) {
      out.setNull(in.position());
    } else {
      throw Failures.argument(
          "to_binary",
          Failures.shown(in.stringAt(0)) + " is not " + format,
          "use `try_to_binary` to get null instead");
    }
  }

  private static byte @Nullable [] bytes(String text, String format) {
    try {
      return switch (format) {
        case "hex" -> HexFormat.of().parseHex(text.length() % 2 == 0 ? text : "0" + text);
        case "utf-8", "utf8" -> text.getBytes(StandardCharsets.UTF_8);
        case "base64" -> Base64.getDecoder().decode(WHITE.matcher(text).replaceAll(""));
        default -> null;
      };
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static boolean isValid(Row in) {
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(in.data(0), in.start(0), in.length(0)));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static void validate(Row in, ColumnSink out, boolean trying) {
    if (isValid(in)) {
      out.set(in.position(), in.data(0), in.start(0), in.length(0));
    } else if (trying) {
      out.setNull(in.position());
    } else {
      throw Failures.argument(
          "validate_utf8",
          "the text is not well-formed UTF-8",
          "use `try_validate_utf8` to get null, or `make_valid_utf8`");
    }
  }

  private static Typing bitRule(List<Expression> a) {
    if (a.size() != 2 || Parameter.INT.accept(a.get(1).type()).isEmpty()) {
      return Typing.unfit();
    }
    DataType type = a.get(0).type() == SimpleType.VOID ? SimpleType.BIGINT : a.get(0).type();
    return type.isIntegral()
        ? Typing.fits(List.of(type, SimpleType.INT), SimpleType.TINYINT, a)
        : Typing.unfit();
  }

  private static void bit(Row in, ColumnSink out) {
    int bits =
        switch ((SimpleType) in.type(0)) {
          case TINYINT -> Byte.SIZE;
          case SMALLINT -> Short.SIZE;
          case INT -> Integer.SIZE;
          default -> Long.SIZE;
        };
    int position = in.intAt(1);
    if (position < 0 || position >= bits) {
      throw Failures.argument(
          "bit_get", "there is no bit " + position, "the bits are 0 to " + (bits - 1));
    }
    out.set(in.position(), in.longAt(0) >> position & 1);
  }

  /** Bytes as the text of a format: hex, base64 or utf-8. */
  static String text(byte[] bytes, String format) {
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> HexFormat.of().withUpperCase().formatHex(bytes);
      case "base64" -> Base64.getEncoder().encodeToString(bytes);
      default -> utf8(bytes);
    };
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Failures.argument(
          "to_char", "X'" + HexFormat.of().formatHex(bytes) + "' is not UTF-8", "use 'hex'");
    }
  }
}
