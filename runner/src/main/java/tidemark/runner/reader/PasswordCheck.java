package tidemark.runner.reader;

import java.util.Optional;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.SecretNames;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Hides passwords, and warns of those that are written into the file. */
final class PasswordCheck {
  private static final String HINT =
      "write ${secret:NAME} and set TIDEMARK_SECRET_NAME, or use --secrets-file";

  private final Reading reading;

  PasswordCheck(Reading reading) {
    this.reading = reading;
  }

  void check(Item item, OptionSpec spec) {
    if (spec.kind() == OptionKind.PAIRS && item.node() instanceof Mapping pairs) {
      pairs.entries().forEach(this::pair);
      return;
    }
    if (!(item.node() instanceof Scalar scalar) || scalar.text().isEmpty()) {
      return;
    }
    if (spec.kind() == OptionKind.SECRET || Secrets.isPasswordKey(spec.name())) {
      secret(scalar, spec.name());
      return;
    }
    Optional<Secrets.Part> part = Secrets.urlPassword(scalar.text());
    if (part.isPresent()) {
      int from = part.get().from();
      int to = part.get().to();
      reading.secrets().add(scalar.text().substring(from, to));
      if (!scalar.map().written(from, to).contains("${")) {
        warn(scalar.map().span(from, to), "a password is written into the URL");
      }
    }
  }

  /** Of a text such as {@code Bearer abc} the last word is a secret by itself, too. */
  private void pair(Entry pair) {
    String name = pair.key().text();
    if (!(pair.value() instanceof Scalar scalar) || !SecretNames.isSecret(name)) {
      return;
    }
    secret(scalar, name);
    reading.secrets().add(SecretNames.lastWord(scalar.text()));
  }

  /** A value that is a password by the name of its key. */
  void secret(Scalar scalar, String name) {
    int length = scalar.text().length();
    String written = scalar.map().written(0, length);
    reading.secrets().add(scalar.text());
    if (!written.contains("${")) {
      reading.secrets().add(written);
      warn(scalar.span(), "the value of `" + name + "` is written into the file");
    }
  }

  private void warn(Span place, String message) {
    reading.found().warning(Code.TM901, place, message, HINT);
  }
}
