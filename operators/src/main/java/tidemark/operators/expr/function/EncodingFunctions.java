package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;
import static tidemark.operators.expr.function.Define.rows;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import tidemark.operators.batch.SparkHash;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.ColumnSink;
import tidemark.operators.expr.kernel.Failures;
import tidemark.operators.expr.kernel.Murmur;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.DataType;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;

/** Digests and encodings. */
final class EncodingFunctions {
  private static final DataType TEXT = SimpleType.STRING;
  private static final Parameter BYTES = Parameter.TEXT_OR_BINARY;

  private static final int HASH_SEED = 42;

  private EncodingFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "xxhash64",
            "xxhash64(value, …)",
            "A 64-bit hash of the values, as Spark computes it.",
            "xxhash64('Spark') -> -4294468057691064905",
            EncodingFunctions::hashable64,
            Define.lenient(EncodingFunctions::xxhash)),
        function(
            "hash",
            "hash(value, …)",
            "A 32-bit hash of the values, as Spark computes it.",
            "hash('Spark') -> 228093765",
            EncodingFunctions::hashable32,
            Define.lenient(EncodingFunctions::murmur)),
        rows(
            "md5",
            "md5(value)",
            "The MD5 digest in hexadecimal.",
            "md5('a') -> 0cc175b9c0f1b6a831c399e269772661",
            Rules.takes(BYTES).gives(TEXT),
            (in, out) -> out.set(in.position(), digest("MD5", in))),
        rows(
            "sha1|sha",
            "sha1(value)",
            "The SHA-1 digest in hexadecimal.",
            "sha1('a') -> 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
            Rules.takes(BYTES).gives(TEXT),
            (in, out) -> out.set(in.position(), digest("SHA-1", in))),
        rows(
            "sha2",
            "sha2(value, bits)",
            "The SHA-2 digest of 224, 256 (or 0), 384 or 512 bits in hexadecimal.",
            "substring(sha2('a', 256), 1, 8) -> ca978112",
            Rules.takes(BYTES, Parameter.INT).mayGive(TEXT),
            EncodingFunctions::sha2),
        rows(
            "crc32",
            "crc32(value)",
            "The CRC-32 checksum.",
            "crc32('a') -> 3904355907",
            Rules.takes(BYTES).gives(SimpleType.BIGINT),
            EncodingFunctions::crc32),
        function(
            "hex",
            "hex(value)",
            "The value's bytes, or a whole number, in hexadecimal.",
            "hex(255) -> FF",
            Rules.takes(EncodingFunctions::hexable).gives(TEXT),
            EncodingFunctions::hex),
        rows(
            "unhex",
            "unhex(text)",
            "The bytes that hexadecimal digits stand for; null for other texts.",
            "CAST(unhex('61') AS STRING) -> a",
            Rules.takes(Parameter.STRING).mayGive(SimpleType.BINARY),
            EncodingFunctions::unhex),
        rows(
            "base64",
            "base64(value)",
            "The value's bytes in Base64.",
            "base64('abc') -> YWJj",
            Rules.takes(BYTES).gives(TEXT),
            (in, out) ->
                out.set(
                    in.position(),
                    Base64.getEncoder().encodeToString(in.bytes(0).bytes(in.position())))),
        rows(
            "unbase64",
            "unbase64(text)",
            "The bytes that Base64 stands for.",
            "CAST(unbase64('YWJj') AS STRING) -> abc",
            Rules.takes(Parameter.STRING).gives(SimpleType.BINARY),
            EncodingFunctions::unbase64),
        rows(
            "url_encode",
            "url_encode(text)",
            "The text for use in a URL's query.",
            "url_encode('a b') -> a+b",
            Rules.takes(Parameter.STRING).gives(TEXT),
            (in, out) ->
                out.set(in.position(), URLEncoder.encode(in.stringAt(0), StandardCharsets.UTF_8))),
        rows(
            "url_decode",
            "url_decode(text)",
            "The text of a URL's query.",
            "url_decode('a+b') -> a b",
            Rules.takes(Parameter.STRING).gives(TEXT),
            (in, out) -> urlDecode(in, out, false)),
        rows(
            "try_url_decode",
            "try_url_decode(text)",
            "Like url_decode, but null for what is not encoded properly.",
            "try_url_decode('%x') -> NULL",
            Rules.takes(Parameter.STRING).mayGive(TEXT),
            (in, out) -> urlDecode(in, out, true)),
        rows(
            "encode",
            "encode(text, charset)",
            "The text's bytes in a charset.",
            "hex(encode('a', 'utf-8')) -> 61",
            Rules.takes(Parameter.STRING, Parameter.STRING).gives(SimpleType.BINARY),
            (in, out) -> {
              byte[] bytes = encoded(in.stringAt(0), in.stringAt(1));
              out.set(in.position(), bytes, 0, bytes.length);
            }),
        rows(
            "decode",
            "decode(bytes, charset)",
            "The text that bytes in a charset stand for.",
            "decode(X'61', 'utf-8') -> a",
            Rules.takes(Parameter.BINARY, Parameter.STRING).gives(TEXT),
            (in, out) ->
                out.set(in.position(), decoded(in.bytes(0).bytes(in.position()), in.stringAt(1)))));
  }

  private static Typing hashable64(List<Expression> a) {
    return hashed(a, SimpleType.BIGINT);
  }

  private static Typing hashable32(List<Expression> a) {
    return hashed(a, SimpleType.INT);
  }

  private static Typing hashed(List<Expression> a, DataType type) {
    boolean map = a.stream().anyMatch(e -> e.type() instanceof MapType);
    return a.isEmpty() || map
        ? Typing.unfit(map ? "equal maps may differ in their order" : "there is nothing to hash")
        : new Typing.Fits(a.stream().map(Expression::type).toList(), type, false);
  }

  private static void xxhash(Row in, ColumnSink out) {
    long hash = HASH_SEED;
    for (int i = 0; i < in.count(); i++) {
      hash = SparkHash.hash(in.type(i), in.column(i), in.position(), hash);
    }
    out.set(in.position(), hash);
  }

  private static void murmur(Row in, ColumnSink out) {
    int hash = HASH_SEED;
    for (int i = 0; i < in.count(); i++) {
      hash = Murmur.hash(in.type(i), in.column(i), in.position(), hash);
    }
    out.set(in.position(), (long) hash);
  }

  private static java.nio.charset.Charset charset(String function, String name) {
    List<String> known =
        List.of("US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32");
    String upper = name.toUpperCase(Locale.ROOT);
    if (!known.contains(upper)) {
      throw Failures.argument(
          function, "'" + name + "' is no known charset", "use one of " + String.join(", ", known));
    }
    return java.nio.charset.Charset.forName(upper);
  }

  private static byte[] encoded(String text, String charset) {
    try {
      java.nio.ByteBuffer buffer =
          charset("encode", charset).newEncoder().encode(java.nio.CharBuffer.wrap(text));
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (java.nio.charset.CharacterCodingException e) {
      throw Failures.argument(
          "encode",
          Failures.shown(text) + " has characters that " + charset + " does not have",
          "use 'UTF-8'");
    }
  }

  private static String decoded(byte[] bytes, String charset) {
    try {
      return charset("decode", charset)
          .newDecoder()
          .decode(java.nio.ByteBuffer.wrap(bytes))
          .toString();
    } catch (java.nio.charset.CharacterCodingException e) {
      throw Failures.argument(
          "decode",
          "X'" + HexFormat.of().formatHex(bytes) + "' is no text in " + charset,
          "name the charset in which the text was written");
    }
  }

  private static String digest(String algorithm, Row in) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(in.data(0), in.start(0), in.length(0));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sha2(Row in, ColumnSink out) {
    String algorithm =
        switch (in.intAt(1)) {
          case 0, 256 -> "SHA-256";
          case 224 -> "SHA-224";
          case 384 -> "SHA-384";
          case 512 -> "SHA-512";
          default -> "";
        };
    if (algorithm.isEmpty()) {
      out.setNull(in.position());
    } else {
      out.set(in.position(), digest(algorithm, in));
    }
  }

  private static void crc32(Row in, ColumnSink out) {
    CRC32 crc = new CRC32();
    crc.update(in.data(0), in.start(0), in.length(0));
    out.set(in.position(), crc.getValue());
  }

  private static Optional<DataType> hexable(DataType type) {
    return type == SimpleType.BINARY || type == SimpleType.STRING
        ? Optional.of(type)
        : type.isNumeric() ? Optional.of(SimpleType.BIGINT) : Parameter.STRING.accept(type);
  }

  private static Evaluator hex(BoundCall c) {
    boolean number = c.argumentType(0) == SimpleType.BIGINT;
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) ->
            out.set(
                in.position(),
                number
                    ? Long.toHexString(in.longAt(0)).toUpperCase(Locale.ROOT)
                    : HexFormat.of()
                        .withUpperCase()
                        .formatHex(in.data(0), in.start(0), in.start(0) + in.length(0))));
  }

  private static void unhex(Row in, ColumnSink out) {
    String text = in.stringAt(0);
    try {
      byte[] bytes = HexFormat.of().parseHex(text.length() % 2 == 0 ? text : "0" + text);
      out.set(in.position(), bytes, 0, bytes.length);
    } catch (IllegalArgumentException e) {
      out.setNull(in.position());
    }
  }

  private static void unbase64(Row in, ColumnSink out) {
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(in.stringAt(0));
      out.set(in.position(), bytes, 0, bytes.length);
    } catch (IllegalArgumentException e) {
      throw Failures.argument(
          "unbase64",
          Failures.shown(in.stringAt(0)) + " is no Base64",
          "clean it with `regexp_replace`");
    }
  }

  private static void urlDecode(Row in, ColumnSink out, boolean trying) {
    try {
      out.set(in.position(), java.net.URLDecoder.decode(in.stringAt(0), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      if (!trying) {
        throw Failures.argument(
            "url_decode",
            Failures.shown(in.stringAt(0)) + " is not encoded properly",
            "use `try_url_decode` to get null instead");
      }
      out.setNull(in.position());
    }
  }
}
