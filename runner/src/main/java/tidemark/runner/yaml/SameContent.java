package tidemark.runner.yaml;

import java.util.List;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;
import tidemark.runner.yaml.YamlNode.Style;

/** Whether two trees say the same, wherever they stand. */
final class SameContent {
  private SameContent() {}

  static boolean of(YamlNode one, YamlNode other) {
    if (one instanceof Mapping a && other instanceof Mapping b) {
      return entries(a.entries(), b.entries());
    }
    if (one instanceof Sequence a && other instanceof Sequence b) {
      return items(a.items(), b.items());
    }
    return one instanceof Scalar a && other instanceof Scalar b && scalars(a, b);
  }

  private static boolean entries(List<Entry> one, List<Entry> other) {
    boolean same = one.size() == other.size();
    for (int i = 0; same && i < one.size(); i++) {
      same =
          scalars(one.get(i).key(), other.get(i).key())
              && of(one.get(i).value(), other.get(i).value());
    }
    return same;
  }

  private static boolean items(List<YamlNode> one, List<YamlNode> other) {
    boolean same = one.size() == other.size();
    for (int i = 0; same && i < one.size(); i++) {
      same = of(one.get(i), other.get(i));
    }
    return same;
  }

  private static boolean scalars(Scalar one, Scalar other) {
    return one.text().equals(other.text())
        && (one.style() == Style.PLAIN) == (other.style() == Style.PLAIN);
  }
}
