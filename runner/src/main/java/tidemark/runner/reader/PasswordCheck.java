package tidemark.runner.reader;

import java.util.Optional;
import java.util.regex.Pattern;
import tidemark.operators.connector.OptionKind;
import tidemark.operators.connector.OptionSpec;
import tidemark.operators.connector.SecretNames;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.reader.WrittenVariables.WrittenVariable;
import tidemark.runner.yaml.Secrets;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;

/** Hides passwords, and warns of those that are written into the file. */
final class PasswordCheck {
  private static final String HINT =
      "write ${secret:NAME} and set TIDEMARK_SECRET_NAME, or use --secrets-file";

  private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$\\{var:([^}]+)}");

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
      String written = scalar.map().written(from, to);
      if (written.contains("${")) {
        variablesOf(written);
      } else {
        warn(scalar.map().span(from, to), "a password is written into the URL");
      }
    }
  }

  private void pair(Entry pair) {
    String name = pair.key().text();
    if (!(pair.value() instanceof Scalar scalar) || !SecretNames.isSecret(name)) {
      return;
    }
    secret(scalar, name);
    hide(scalar.text());
  }

  /** A variable that holds a password: what the file says is one even if it is overridden. */
  void variable(String name) {
    reading.variables().take(name).ifPresent(variable -> variable(variable, name));
  }

  private void variable(WrittenVariable variable, String name) {
    String text = variable.value().text();
    if (text.contains("${")) {
      variablesOf(text);
    } else if (variable.overridden() || text.isEmpty()) {
      hide(text);
    } else {
      secret(variable.value(), name);
    }
  }

  /**
   * Beside a secret, a variable is taken for what is no secret, such as the word before a token.
   */
  private void variablesOf(String written) {
    if (!written.contains("${secret:")) {
      VARIABLE.matcher(written).results().forEach(reference -> variable(reference.group(1)));
    }
  }

  /** Of a text such as {@code Bearer abc} the last word is a secret by itself, too. */
  private void hide(String text) {
    reading.secrets().add(text);
    reading.secrets().add(SecretNames.lastWord(text));
  }

  /** A value that is a password by the name of its key. */
  private void secret(Scalar scalar, String name) {
    int length = scalar.text().length();
    String written = scalar.map().written(0, length);
    reading.secrets().add(scalar.text());
    if (written.contains("${")) {
      variablesOf(written);
    } else {
      reading.secrets().add(written);
      warn(scalar.span(), "the value of `" + name + "` is written into the file");
    }
  }

  private void warn(Span place, String message) {
    reading.found().warning(Code.TM901, place, message, HINT);
  }
}
