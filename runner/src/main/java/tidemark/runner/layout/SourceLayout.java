package tidemark.runner.layout;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.operators.types.Field;

/**
 * A source: what it reads, and how records become rows.
 *
 * @param identity what is read, in the connector's words
 * @param target the options that name what is read ({@code path}, {@code topic}, {@code format}, …)
 * @param reading the options that change which records are rows, and which values they have
 * @param columns in the order of the schema
 */
public record SourceLayout(
    String id,
    String connector,
    String identity,
    boolean replayable,
    Map<String, String> target,
    Map<String, String> reading,
    List<Field> columns) {
  public SourceLayout {
    target = Collections.unmodifiableMap(new TreeMap<>(target));
    reading = Collections.unmodifiableMap(new TreeMap<>(reading));
    columns = List.copyOf(columns);
  }
}
