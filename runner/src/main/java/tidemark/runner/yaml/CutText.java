package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Style;

/**
 * Text in braces or brackets that a comma cuts in two: {@code {a: if(n > 1, 1, 2)}} is a mapping of
 * three keys. Such text is reported once, as what was meant.
 */
final class CutText {
  private final Diagnostics found;

  CutText(Diagnostics found) {
    this.found = found;
  }

  /** The entries of a mapping in braces, with one that is broken for each that was cut. */
  List<Entry> joined(List<Entry> entries) {
    List<Entry> joined = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      List<Scalar> parts = new ArrayList<>();
      if (entry.value() instanceof Scalar scalar) {
        parts.add(scalar);
        for (int j = i + 1; j < entries.size() && isNothing(entries.get(j).value()); j++) {
          parts.add(entries.get(j).key());
        }
      }
      int count = closed(parts);
      joined.add(count > 1 ? new Entry(entry.key(), broken(parts.subList(0, count))) : entry);
      i += Math.max(0, count - 1);
    }
    return joined;
  }

  /** The items of a list in brackets, with one that is broken for each that was cut. */
  List<YamlNode> joinedItems(List<YamlNode> items) {
    List<YamlNode> joined = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      List<Scalar> parts = new ArrayList<>();
      for (int j = i; j < items.size() && items.get(j) instanceof Scalar scalar; j++) {
        parts.add(scalar);
      }
      int count = closed(parts);
      joined.add(count > 1 ? broken(parts.subList(0, count)) : items.get(i));
      i += Math.max(0, count - 1);
    }
    return joined;
  }

  private static boolean isNothing(YamlNode node) {
    return node instanceof Scalar scalar && scalar.isNull() && scalar.text().isEmpty();
  }

  /** How many of the parts it takes to close the parentheses of the first one; 0 if none do. */
  private static int closed(List<Scalar> parts) {
    int open = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).style() != Style.PLAIN) {
        return 0;
      }
      for (char c : parts.get(i).text().toCharArray()) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
      if (open <= 0) {
        return open < 0 ? 0 : i + 1;
      }
    }
    return 0;
  }

  private YamlNode broken(List<Scalar> parts) {
    Span first = parts.get(0).span();
    Span last = parts.get(parts.size() - 1).span();
    int length = last.column() + last.length() - first.column();
    Span span = first.line() == last.line() ? first.shifted(0, length) : first;
    String whole = String.join(", ", parts.stream().map(Scalar::text).toList());
    found.error(
        Code.TM105,
        span,
        "the comma ends the text `%s`".formatted(parts.get(0).text()),
        "quote what is one text within `{…}` or `[…]`: " + quoted(whole));
    return new YamlNode.Broken(span);
  }

  private static String quoted(String text) {
    boolean plain = text.indexOf('"') < 0 && text.indexOf('\\') < 0;
    return plain ? '"' + text + '"' : "'" + text.replace("'", "''") + "'";
  }
}
