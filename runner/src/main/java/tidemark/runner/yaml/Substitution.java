package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.TextMap.Builder;
import tidemark.runner.yaml.YamlNode.Broken;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;
import tidemark.runner.yaml.YamlNode.Style;

/**
 * Puts values in place of {@code ${var:NAME}}, {@code ${env:NAME}}, {@code ${env:NAME:-default}} and
 * {@code ${secret:NAME}} inside scalars; {@code $${} stands for {@code ${}. It works on a composed
 * tree, so no value can change the structure; keys are left alone.
 */
public final class Substitution {
  private final Environment environment;
  private final Map<String, String> secretsFile;
  private final Secrets secrets;
  private final Diagnostics found;
  private final Map<String, Optional<String>> vars = new HashMap<>();
  private final Map<YamlNode, YamlNode> done = new IdentityHashMap<>();

  /**
   * @param secretsFile secrets by name; they go before those of the environment
   * @param secrets is told the values of the secrets that are used
   */
  public Substitution(
      Environment environment,
      Map<String, String> secretsFile,
      Secrets secrets,
      Diagnostics found) {
    this.environment = environment;
    this.secretsFile = Map.copyOf(secretsFile);
    this.secrets = secrets;
    this.found = found;
  }

  /** Makes a variable known; one whose value cannot be read breaks what refers to it, silently. */
  public void define(String name, Optional<String> value) {
    vars.put(name, value);
  }

  /** True for {@code [A-Za-z_][A-Za-z0-9_.-]*}. */
  public static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean later = (c >= '0' && c <= '9') || c == '.' || c == '-';
      if (!letter && !(later && i > 0)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** The node with all its scalars substituted; parts without substitution are kept as they are. */
  public YamlNode apply(YamlNode node) {
    YamlNode known = done.get(node);
    if (known != null) {
      return known;
    }
    YamlNode result = substituted(node);
    done.put(node, result);
    return result;
  }

  private YamlNode substituted(YamlNode node) {
    if (node instanceof Scalar scalar) {
      return substituted(scalar);
    }
    if (node instanceof Broken) {
      return node;
    }
    if (node instanceof Sequence sequence) {
      List<YamlNode> items = new ArrayList<>(sequence.items().size());
      boolean same = true;
      for (YamlNode item : sequence.items()) {
        YamlNode result = apply(item);
        same &= isSame(item, result);
        items.add(result);
      }
      return same ? sequence : new Sequence(items, sequence.span());
    }
    Mapping mapping = (Mapping) node;
    List<Entry> entries = new ArrayList<>(mapping.entries().size());
    boolean same = true;
    for (Entry entry : mapping.entries()) {
      YamlNode result = apply(entry.value());
      same &= isSame(entry.value(), result);
      entries.add(new Entry(entry.key(), result));
    }
    return same ? mapping : new Mapping(entries, mapping.span());
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(YamlNode before, YamlNode after) {
    return before == after;
  }

  /** The scalar with its references replaced. One that had any is text, whatever its value is. */
  private YamlNode substituted(Scalar scalar) {
    String text = scalar.text();
    if (!text.contains("${")) {
      return scalar;
    }
    TextMap.Offsets before = scalar.map().offsets();
    Builder after = new Builder();
    boolean good = true;
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        after.add('$', before.starts[at], before.ends[at + 1]);
        after.add('{', before.starts[at + 2], before.ends[at + 2]);
        at += 3;
      } else if (text.startsWith("${", at)) {
        int close = text.indexOf('}', at);
        int end = close < 0 ? text.length() : close + 1;
        Optional<String> value = value(text.substring(at, end), scalar.map().span(at, end));
        int from = before.starts[at];
        int to = before.ends[end - 1];
        value.orElse("").codePoints().forEach(point -> after.add(point, from, to));
        good &= value.isPresent();
        at = end;
      } else {
        int point = text.codePointAt(at);
        after.add(point, before.starts[at], before.ends[at]);
        at += Character.charCount(point);
      }
    }
    if (!good) {
      return new Broken(scalar.span());
    }
    TextMap.Offsets offsets = after.build(before.starts[text.length()]);
    Style style = scalar.style() == Style.PLAIN ? Style.DOUBLE_QUOTED : scalar.style();
    TextMap map = new TextMap(scalar.map().source(), () -> offsets);
    return new Scalar(after.value(), style, map, scalar.span());
  }

  /** The value of a reference such as {@code ${var:a}}; that it has none was reported. */
  private Optional<String> value(String reference, Span place) {
    int colon = reference.indexOf(':');
    boolean closed = reference.endsWith("}");
    if (!closed || colon < 0) {
      return unreadable(reference, place, closed);
    }
    String kind = reference.substring(2, colon);
    String rest = reference.substring(colon + 1, reference.length() - 1);
    int dash = rest.indexOf(":-");
    String name = dash < 0 ? rest : rest.substring(0, dash);
    Optional<String> otherwise =
        dash < 0 ? Optional.empty() : Optional.of(rest.substring(dash + 2));
    boolean known = kind.equals("var") || kind.equals("env") || kind.equals("secret");
    if (!known || !isName(name)) {
      return unreadable(reference, place, true);
    }
    if (otherwise.isPresent() && !kind.equals("env")) {
      found.error(
          Code.TM113,
          place,
          "only `${env:…}` takes a default",
          kind.equals("var") ? "give `" + name + "` a value under `vars`" : "set the secret");
      return Optional.empty();
    }
    return switch (kind) {
      case "var" -> variable(name, place);
      case "env" -> environment(name, otherwise, place);
      default -> secret(name, place);
    };
  }

  private Optional<String> unreadable(String reference, Span place, boolean closed) {
    found.error(
        Code.TM113,
        place,
        closed ? "`" + reference + "` is no substitution" : "`${` is never closed by `}`",
        "write ${var:NAME}, ${env:NAME}, ${env:NAME:-default} or ${secret:NAME}; `$${` stands for"
            + " `${` itself");
    return Optional.empty();
  }

  private Optional<String> variable(String name, Span place) {
    Optional<String> value = vars.get(name);
    if (value == null) {
      String near =
          Nearest.of(name, vars.keySet().stream().sorted().toList())
              .map(n -> "did you mean `" + n + "`? ")
              .orElse("");
      found.error(
          Code.TM112,
          place,
          "the variable `" + name + "` is not set",
          near + "declare it under `vars`");
      return Optional.empty();
    }
    return value;
  }

  private Optional<String> environment(String name, Optional<String> otherwise, Span place) {
    Optional<String> value = environment.find(name).or(() -> otherwise);
    if (value.isEmpty()) {
      found.error(
          Code.TM112,
          place,
          "the environment variable `" + name + "` is not set",
          "set it, or write ${env:" + name + ":-default}");
    } else if (Secrets.isPasswordKey(name)) {
      secrets.add(value.get());
    }
    return value;
  }

  private Optional<String> secret(String name, Span place) {
    String upper = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    Optional<String> value =
        Optional.ofNullable(secretsFile.get(name))
            .or(() -> environment.find("TIDEMARK_SECRET_" + name))
            .or(() -> environment.find("TIDEMARK_SECRET_" + upper));
    value.ifPresent(secrets::add);
    if (value.isEmpty()) {
      found.error(
          Code.TM902,
          place,
          "the secret `" + name + "` is not set",
          "set TIDEMARK_SECRET_" + upper + ", or write " + name + "=… into the secrets file");
    }
    return value;
  }
}
