package tidemark.runner.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Batch;
import tidemark.operators.types.Field;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.yaml.YamlNode;

/** Compares rows with what a suite expects and shows what differs, row by row. */
final class RowDifference {
  private static final int SHOWN = 20;

  private final TestSpec.Order order;
  private final TestSpec.Match match;

  RowDifference(TestSpec.Order order, TestSpec.Match match) {
    this.order = order;
    this.match = match;
  }

  /** The lines that show the difference; empty if there is none. */
  Optional<String> between(List<YamlNode.Mapping> expected, List<DeliveredRow> actual) {
    List<String> lines =
        order == TestSpec.Order.AS_WRITTEN
            ? inOrder(expected, actual)
            : inAnyOrder(expected, actual);
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    int hidden = lines.size() - SHOWN;
    List<String> shown = lines.subList(0, Math.min(SHOWN, lines.size()));
    return Optional.of(
        String.join("\n", shown) + (hidden > 0 ? "\n… and " + hidden + " more" : ""));
  }

  private List<String> inOrder(List<YamlNode.Mapping> expected, List<DeliveredRow> actual) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
      boolean both = i < expected.size() && i < actual.size();
      if (both && matches(expected.get(i), actual.get(i))) {
        continue;
      }
      if (i < expected.size()) {
        lines.add("- " + RowText.of(expected.get(i)));
      }
      if (i < actual.size()) {
        lines.add("+ " + actual.get(i));
      }
    }
    return lines;
  }

  private List<String> inAnyOrder(List<YamlNode.Mapping> expected, List<DeliveredRow> actual) {
    List<DeliveredRow> left = new ArrayList<>(actual);
    List<String> lines = new ArrayList<>();
    for (YamlNode.Mapping row : expected) {
      int found = -1;
      for (int i = 0; i < left.size() && found < 0; i++) {
        found = matches(row, left.get(i)) ? i : -1;
      }
      if (found < 0) {
        lines.add("- " + RowText.of(row));
      } else {
        left.remove(found);
      }
    }
    left.forEach(row -> lines.add("+ " + row));
    return lines;
  }

  private boolean matches(YamlNode.Mapping expected, DeliveredRow actual) {
    Batch batch = actual.batch();
    for (int i = 0; i < batch.schema().size(); i++) {
      Field field = batch.schema().field(i);
      Optional<YamlNode> value = expected.find(field.name());
      if (value.isEmpty()) {
        if (match == TestSpec.Match.EXACT && !batch.column(i).isNull(actual.row())) {
          return false;
        }
      } else if (!RowValue.matches(value.get(), batch.column(i), field.type(), actual.row())) {
        return false;
      }
    }
    return expected.entries().stream()
        .allMatch(e -> batch.schema().find(e.key().text()).isPresent());
  }
}
