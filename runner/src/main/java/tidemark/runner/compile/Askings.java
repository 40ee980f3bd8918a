package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.connector.LookupConnector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.plan.Asking;
import tidemark.operators.plan.JoinKey;
import tidemark.operators.plan.Side;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;
import tidemark.runner.spec.StepSpec.LookupCache;

/**
 * Which lookups ask their source key by key: those with {@code cache}, of a source that can be
 * asked. Others read it whole.
 */
final class Askings {
  /** How many rows of answers are remembered if the pipeline does not say. */
  private static final long MAX_ROWS = 100_000;

  private final Map<String, SourceDefinition> sources;
  private final Diagnostics found;

  /**
   * @param sources the sources by id, as far as they were described
   */
  Askings(Map<String, SourceDefinition> sources, Diagnostics found) {
    this.sources = sources;
    this.found = found;
  }

  /** How the lookup asks, if it does; an equality to ask by must be there (TM214). */
  Optional<Asking> of(StepSpec.Lookup step, List<JoinKey> keys, Side tableSide) {
    SourceDefinition source = sources.get(step.source().value());
    if (step.cache().isEmpty()
        || source == null
        || !(source.connector() instanceof LookupConnector connector)) {
      return Optional.empty();
    }
    List<Integer> asked = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<String> unfit = new TreeSet<>();
    for (int i = 0; i < keys.size(); i++) {
      Expression value = keys.get(i).of(tableSide);
      Optional<ColumnReference> column = Asking.column(value);
      if (column.isEmpty() || keys.get(i).nullsMatch()) {
        continue;
      }
      if (!connector.findsBy(source.request(), value.type())) {
        unfit.add("`" + column.get().name() + "` is " + value.type().ddl());
      } else if (names.add(column.get().name())) {
        asked.add(i);
      }
    }
    LookupCache cache = step.cache().get();
    if (asked.isEmpty()) {
      refuse(step, cache, unfit);
      return Optional.empty();
    }
    return Optional.of(
        new Asking(
            asked, cache.maxRows().map(Placed::value).orElse(MAX_ROWS), kept(cache, source)));
  }

  private static Optional<Long> kept(LookupCache cache, SourceDefinition source) {
    return cache
        .expireAfter()
        .map(Placed::value)
        .or(() -> source.table().flatMap(SourceDefinition.Table::refresh))
        .map(length -> length.toMillis());
  }

  private void refuse(StepSpec.Lookup step, LookupCache cache, Set<String> unfit) {
    found.error(
        Code.TM214,
        cache.span(),
        "`%s` cannot ask `%s` key by key: `match` has no equality of a column of it%s"
            .formatted(
                step.id().value(),
                step.source().value(),
                unfit.isEmpty() ? "" : " to ask by (" + String.join(", ", unfit) + ")"),
        "add `left.… = right.COLUMN` to `match`, or remove `cache` to read the table whole");
  }
}
