package tidemark.runner.layout;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.types.Field;

/**
 * A source: what it reads, and how records become rows.
 *
 * @param identity what is read, in the connector's words
 * @param target the options that name what is read ({@code path}, {@code topic}, {@code format}, …)
 * @param reading the options that change which records are rows, and which values they have
 * @param columns in the order of the schema
 * @param owner under whose name its progress lies in the state, where that is not {@code
 *     sources.<id>}
 */
public record SourceLayout(
    String id,
    String connector,
    String identity,
    boolean replayable,
    Map<String, String> target,
    Map<String, String> reading,
    List<Field> columns,
    Optional<String> owner) {
  /** Among {@link #reading}, a length or {@link #NEVER}; early releases did not note it. */
  public static final String IDLE_AFTER = "idle_after";

  /** Among {@link #reading}, a length; early releases did not note it. */
  public static final String MAX_FUTURE_SKEW = "max_future_skew";

  public static final String NEVER = "never";

  public SourceLayout {
    target = Collections.unmodifiableMap(new TreeMap<>(target));
    reading = Collections.unmodifiableMap(new TreeMap<>(reading));
    columns = List.copyOf(columns);
  }

  /** A source whose progress lies under its own id. */
  public SourceLayout(
      String id,
      String connector,
      String identity,
      boolean replayable,
      Map<String, String> target,
      Map<String, String> reading,
      List<Field> columns) {
    this(id, connector, identity, replayable, target, reading, columns, Optional.empty());
  }

  /** The owner of its progress in the state. */
  public String progressOwner() {
    return owner.orElse("sources." + id);
  }

  /** The same source with its progress under another owner. */
  public SourceLayout ownedBy(String other) {
    Optional<String> kept = other.equals("sources." + id) ? Optional.empty() : Optional.of(other);
    return new SourceLayout(id, connector, identity, replayable, target, reading, columns, kept);
  }
}
