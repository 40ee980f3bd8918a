package tidemark.runner.compile;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.connector.Start;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.spec.StartSpec;
import tidemark.runner.yaml.YamlNode;

/** Where a source begins, from what the file says. */
final class Starts {
  private Starts() {}

  static Start of(Optional<StartSpec> written, Diagnostics found) {
    if (written.isEmpty() || written.get() instanceof StartSpec.Earliest) {
      return new Start.Earliest();
    }
    if (written.get() instanceof StartSpec.Latest) {
      return new Start.Latest();
    }
    if (written.get() instanceof StartSpec.AtTime time) {
      return new Start.AtTime(time.instant().toEpochMilli());
    }
    return new Start.AtOffsets(offsets((StartSpec.AtOffsets) written.get(), found));
  }

  private static Map<String, Long> offsets(StartSpec.AtOffsets start, Diagnostics found) {
    Map<String, Long> offsets = new TreeMap<>();
    if (start.offsets() instanceof YamlNode.Mapping mapping) {
      for (YamlNode.Entry entry : mapping.entries()) {
        String partition = entry.key().text();
        String offset = entry.value() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
        if (partition.matches("\\d{1,9}") && offset.matches("\\d{1,18}")) {
          offsets.put(partition, Long.parseLong(offset));
        } else {
          found.error(
              Code.TM107,
              entry.key().span(),
              "`" + partition + "` is no partition with its offset",
              "write numbers: `offsets: {0: 1000, 1: 2000}`");
        }
      }
    } else {
      found.error(
          Code.TM107,
          start.span(),
          "offsets are those of partitions",
          "write numbers: `offsets: {0: 1000, 1: 2000}`");
    }
    return offsets;
  }
}
