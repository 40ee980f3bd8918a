package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.runner.yaml.Syntax.Form;
import tidemark.runner.yaml.Syntax.Leaf;
import tidemark.runner.yaml.Syntax.Pair;

/** Writes a collection in braces or brackets on one line. */
final class FlowText {
  private final SourceText text;

  FlowText(SourceText text) {
    this.text = text;
  }

  /** The line; empty if a scalar in it goes over several lines. */
  Optional<String> of(Syntax node) {
    return written(node);
  }

  private Optional<String> written(Syntax node) {
    if (node instanceof Leaf leaf) {
      return switch (leaf.form()) {
        case LINE, ALIAS -> Optional.of(text.slice(leaf.from(), leaf.to()));
        case EMPTY -> Optional.of("");
        case FOLDED_LINES, BLOCK -> Optional.empty();
      };
    }
    List<String> parts = new ArrayList<>();
    boolean mapping = node instanceof Syntax.Mapping;
    if (node instanceof Syntax.Mapping map) {
      for (Pair pair : map.pairs()) {
        Optional<String> part = pair(pair);
        if (part.isEmpty()) {
          return part;
        }
        parts.add(part.get());
      }
    } else {
      for (Syntax item : ((Syntax.Sequence) node).items()) {
        Optional<String> part = written(item);
        if (part.isEmpty()) {
          return part;
        }
        parts.add(item.anchor() + part.get());
      }
    }
    String all = String.join(", ", parts);
    return Optional.of(mapping ? "{" + all + "}" : "[" + all + "]");
  }

  private Optional<String> pair(Pair pair) {
    String key = text.slice(pair.key().from(), pair.key().to());
    Syntax value = pair.value();
    boolean nothing =
        value instanceof Leaf leaf && leaf.form() == Form.EMPTY && value.anchor().isEmpty();
    if (nothing) {
      return Optional.of(key);
    }
    String sign = pair.key().form() == Form.ALIAS ? " : " : ": ";
    return written(value).map(line -> key + sign + value.anchor() + line);
  }
}
