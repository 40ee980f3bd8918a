package tidemark.operators.expr.function;

import static tidemark.operators.expr.function.Define.function;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.kernel.Row;
import tidemark.operators.expr.kernel.Rows;
import tidemark.operators.types.SimpleType;

/** Encryption. A vector of random bytes is never made: a re-run must give the same. */
final class CipherFunctions {
  private static final byte[] NOTHING = new byte[0];
  private static final int MODE = 2;
  private static final int PADDING = 3;
  private static final int VECTOR = 4;

  private static final Parameter BYTES =
      given ->
          given == SimpleType.STRING || given == SimpleType.BINARY
              ? Optional.of(given)
              : given == SimpleType.VOID ? Optional.of(SimpleType.BINARY) : Optional.empty();

  private static final Typing.Rule ENCRYPTING =
      Rules.takesAtLeast(2, BYTES, BYTES, Parameter.STRING, Parameter.STRING, BYTES, BYTES)
          .gives(SimpleType.BINARY);

  private CipherFunctions() {}

  static List<FunctionDefinition> all() {
    return List.of(
        function(
            "aes_encrypt",
            "aes_encrypt(value, key [, mode [, padding [, iv [, aad]]]])",
            "The value encrypted with AES in the mode GCM, CBC or ECB; all but ECB need an"
                + " initialisation vector, with which the result begins.",
            "hex(aes_encrypt('Spark', '0000111122223333', 'ECB'))"
                + " -> 348FF37EBDE05B7880BA339068FBDA5E",
            CipherFunctions::encrypting,
            CipherFunctions::encrypt),
        function(
            "aes_decrypt",
            "aes_decrypt(value, key [, mode [, padding [, aad]]])",
            "What aes_encrypt has encrypted, as bytes.",
            "CAST(aes_decrypt(unhex('348FF37EBDE05B7880BA339068FBDA5E'), '0000111122223333',"
                + " 'ECB') AS STRING) -> Spark",
            decrypting().gives(SimpleType.BINARY),
            c -> decrypt(c, false)),
        function(
            "try_aes_decrypt",
            "try_aes_decrypt(value, key [, mode [, padding [, aad]]])",
            "Like aes_decrypt, but null for what cannot be decrypted.",
            "try_aes_decrypt(unhex('00'), '0000111122223333', 'ECB') -> NULL",
            decrypting().mayGive(SimpleType.BINARY),
            c -> decrypt(c, true)));
  }

  private static Rules decrypting() {
    return Rules.takesAtLeast(2, BYTES, BYTES, Parameter.STRING, Parameter.STRING, BYTES);
  }

  private static Typing encrypting(List<Expression> a) {
    boolean random =
        (a.size() <= MODE || Rules.literal(a.get(MODE)).filter(m -> !isEcb(m)).isPresent())
            && (a.size() <= VECTOR || Rules.literal(a.get(VECTOR)).filter(""::equals).isPresent());
    return random
        ? Typing.unfit(
            "without an initialisation vector its result changes when a batch is run again; give"
                + " one that is derived from the row, or use the mode 'ECB'")
        : ENCRYPTING.apply(a);
  }

  private static boolean isEcb(Object mode) {
    return mode instanceof String text && text.equalsIgnoreCase("ECB");
  }

  private static Evaluator encrypt(BoundCall c) {
    AesCipher cipher = new AesCipher(c.name());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          byte[] text = bytes(in, 0);
          byte[] data =
              cipher.encrypted(text, bytes(in, 1), style(in), bytes(in, VECTOR), bytes(in, 5));
          out.set(in.position(), data, 0, data.length);
        });
  }

  private static Evaluator decrypt(BoundCall c, boolean trying) {
    AesCipher cipher = new AesCipher(c.name());
    return Rows.strict(
        c.arguments(),
        c.argumentTypes(),
        c.type(),
        (in, out) -> {
          try {
            byte[] text =
                cipher.decrypted(bytes(in, 0), bytes(in, 1), style(in), bytes(in, VECTOR));
            out.set(in.position(), text, 0, text.length);
          } catch (Failure e) {
            if (!trying) {
              throw e;
            }
            out.setNull(in.position());
          }
        });
  }

  private static AesCipher.Style style(Row in) {
    return new AesCipher.Style(
        in.count() > MODE ? in.stringAt(MODE) : "GCM",
        in.count() > PADDING ? in.stringAt(PADDING) : "DEFAULT");
  }

  /** The bytes of an argument; none if it is left out. */
  private static byte[] bytes(Row in, int argument) {
    return in.count() > argument ? in.bytes(argument).bytes(in.position()) : NOTHING;
  }
}
