package tidemark.operators.connector;

import java.util.List;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.types.Schema;

/** A connector that only writes. */
public interface SinkConnector extends Connector {
  @Override
  default List<OptionSpec> sourceOptions() {
    return List.of();
  }

  @Override
  default SourceDescription describe(SourceRequest request, Diagnostics found) {
    found.error(
        Code.TM209,
        request.options().place(),
        "`" + name() + "` is no source",
        "read from `file`, `kafka` or `jdbc`");
    return new SourceDescription(new Schema(List.of()), false, name(), false);
  }

  @Override
  default Source open(SourceRequest request) {
    throw new IllegalArgumentException(name() + " is no source");
  }
}
