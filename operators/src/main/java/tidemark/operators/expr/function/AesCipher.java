package tidemark.operators.expr.function;

import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tidemark.operators.expr.kernel.Failures;

/**
 * AES as Spark has it: in the modes ECB and CBC with the padding of PKCS, and GCM without. What is
 * encrypted begins with the initialisation vector that it was made with, if the mode has one. For
 * one thread.
 */
final class AesCipher {
  private static final int TAG_BITS = 128;
  private static final String WAY_OUT =
      "the modes are 'ECB' and 'CBC' with the padding 'PKCS', and 'GCM' with 'NONE'";

  private enum Mode {
    ECB("AES/ECB/PKCS5Padding", "PKCS", 0),
    CBC("AES/CBC/PKCS5Padding", "PKCS", 16),
    GCM("AES/GCM/NoPadding", "NONE", 12);

    private final String transformation;
    private final String padding;

    /** Of the initialisation vector, in bytes; 0 for a mode without. */
    private final int ivLength;

    Mode(String transformation, String padding, int ivLength) {
      this.transformation = transformation;
      this.padding = padding;
      this.ivLength = ivLength;
    }

    private AlgorithmParameterSpec parameters(byte[] data) {
      return this == GCM
          ? new GCMParameterSpec(TAG_BITS, data, 0, ivLength)
          : new IvParameterSpec(data, 0, ivLength);
    }
  }

  private final String function;
  private final Map<Mode, Cipher> ciphers = new EnumMap<>(Mode.class);

  AesCipher(String function) {
    this.function = function;
  }

  /**
   * The vector and the encrypted text.
   *
   * @param iv empty only in a mode without
   * @param aad what is authenticated beside the text; empty for nothing
   */
  byte[] encrypted(byte[] text, byte[] key, Style style, byte[] iv, byte[] aad) {
    Mode mode = mode(style, aad);
    if (iv.length == 0 && mode.ivLength > 0) {
      throw Failures.argument(
          function,
          "without an initialisation vector its result changes when a batch is run again",
          "give one that is derived from the row, or use the mode 'ECB'");
    }
    if (iv.length != mode.ivLength) {
      throw Failures.argument(
          function,
          "the initialisation vector has %d bytes, but the mode %s %s"
              .formatted(
                  iv.length, mode, mode.ivLength == 0 ? "has none" : "needs " + mode.ivLength),
          "give one of the right length");
    }
    try {
      Cipher cipher = started(Cipher.ENCRYPT_MODE, mode, key, iv, aad);
      byte[] out = Arrays.copyOf(iv, iv.length + cipher.getOutputSize(text.length));
      int length = cipher.doFinal(text, 0, text.length, out, iv.length);
      return Arrays.copyOf(out, iv.length + length);
    } catch (GeneralSecurityException e) {
      throw Failures.argument(function, "the text cannot be encrypted", "correct the data");
    }
  }

  /** The text of what {@link #encrypted} gives. */
  byte[] decrypted(byte[] data, byte[] key, Style style, byte[] aad) {
    Mode mode = mode(style, aad);
    try {
      if (data.length < mode.ivLength) {
        throw new GeneralSecurityException("too short");
      }
      Cipher cipher = started(Cipher.DECRYPT_MODE, mode, key, data, aad);
      return cipher.doFinal(data, mode.ivLength, data.length - mode.ivLength);
    } catch (GeneralSecurityException e) {
      throw Failures.argument(
          function,
          "the data cannot be decrypted with this key in this mode",
          "correct the data, or use `try_aes_decrypt` to get null instead");
    }
  }

  /** The names of a mode and its padding, in any case; {@code DEFAULT} is the mode's own. */
  record Style(String mode, String padding) {}

  private Mode mode(Style style, byte[] aad) {
    for (Mode mode : Mode.values()) {
      boolean padded =
          style.padding().equalsIgnoreCase("DEFAULT")
              || style.padding().equalsIgnoreCase(mode.padding);
      if (style.mode().equalsIgnoreCase(mode.name()) && padded) {
        if (aad.length > 0 && mode != Mode.GCM) {
          throw Failures.argument(
              function, "only the mode GCM authenticates other data", "leave it out");
        }
        return mode;
      }
    }
    throw Failures.argument(
        function,
        "there is no mode %s with the padding %s".formatted(style.mode(), style.padding()),
        WAY_OUT);
  }

  private Cipher started(int purpose, Mode mode, byte[] key, byte[] iv, byte[] aad)
      throws GeneralSecurityException {
    if (key.length != 16 && key.length != 24 && key.length != 32) {
      throw Failures.argument(
          function,
          "the key has %d bytes".formatted(key.length),
          "give a key of 16, 24 or 32 bytes");
    }
    Cipher cipher = ciphers.get(mode);
    if (cipher == null || (mode == Mode.GCM && purpose == Cipher.ENCRYPT_MODE)) {
      // one that has encrypted by GCM refuses the key and vector of the row before
      cipher = Cipher.getInstance(mode.transformation);
      ciphers.put(mode, cipher);
    }
    SecretKeySpec secret = new SecretKeySpec(key, "AES");
    if (mode.ivLength == 0) {
      cipher.init(purpose, secret);
    } else {
      cipher.init(purpose, secret, mode.parameters(iv));
    }
    if (aad.length > 0) {
      cipher.updateAAD(aad);
    }
    return cipher;
  }
}
