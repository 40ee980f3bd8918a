package tidemark.operators.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tidemark.operators.codec.LittleEndian;
import tidemark.operators.connector.Condition;
import tidemark.operators.parquet.FileMetadata.ColumnChunk;
import tidemark.operators.parquet.FileMetadata.RowGroup;

/**
 * Tells from the statistics of a row group that none of its rows can be wanted. NaN stands in no
 * bounds and is above every number in a comparison, so bounds of doubles say nothing about what is
 * greater.
 */
final class GroupFilter {
  private final List<Condition> conditions;
  private final List<ColumnPlan> columns;

  /**
   * @param columns the plan of each column of the schema, absent ones too
   */
  GroupFilter(List<Condition> conditions, List<ColumnPlan> columns) {
    this.conditions = List.copyOf(conditions);
    this.columns = List.copyOf(columns);
  }

  boolean leavesOut(RowGroup group) {
    return conditions.stream().anyMatch(condition -> leavesOut(group, condition));
  }

  private boolean leavesOut(RowGroup group, Condition condition) {
    if (!(columns.get(condition.column()) instanceof ColumnPlan.Leaf leaf) || !leaf.isFlat()) {
      return false;
    }
    ColumnChunk chunk = group.chunks().get(leaf.node().leaf());
    Statistics statistics = chunk.statistics();
    if (condition.test() == Condition.Test.IS_NULL) {
      // A value that does not fit its column is null in a bad row that is kept.
      return statistics.nulls() == 0 && leaf.conversion().takesEveryValue();
    }
    if (statistics.nulls() >= 0 && statistics.nulls() == chunk.values()) {
      return true;
    }
    int least = against(leaf, statistics.least(), condition).orElse(-1);
    int greatest =
        condition.constant() instanceof Double
            ? 1
            : against(leaf, statistics.greatest(), condition).orElse(1);
    return switch (condition.test()) {
      case EQUAL -> least > 0 || greatest < 0;
      case LESS -> least >= 0;
      case AT_MOST -> least > 0;
      case GREATER -> greatest <= 0;
      case AT_LEAST -> greatest < 0;
      case IS_NULL, IS_NOT_NULL -> false;
    };
  }

  /** How a bound compares with the condition's constant; empty if that cannot be told. */
  private static OptionalInt against(
      ColumnPlan.Leaf leaf, Optional<Statistics.Bytes> bound, Condition condition) {
    if (bound.isEmpty()) {
      return OptionalInt.empty();
    }
    byte[] bytes = bound.get().bytes();
    Object constant = condition.constant();
    return switch (leaf.conversion().kind()) {
      case LONG, MULTIPLIED, DIVIDED ->
          constant instanceof Long wanted
              ? compare(number(leaf, bytes), wanted)
              : OptionalInt.empty();
      case DOUBLE ->
          constant instanceof Double wanted && !wanted.isNaN()
              ? compare(fraction(leaf, bytes), wanted)
              : OptionalInt.empty();
      case TEXT ->
          constant instanceof String wanted
              ? OptionalInt.of(
                  Arrays.compareUnsigned(bytes, wanted.getBytes(StandardCharsets.UTF_8)))
              : OptionalInt.empty();
      case BOOLEAN,
          MASKED,
          LONG_TO_DOUBLE,
          LONG_TO_DECIMAL,
          UNSIGNED_TO_DECIMAL,
          HALF,
          BINARY,
          BYTES_TO_LONG,
          BYTES_TO_DECIMAL ->
          OptionalInt.empty();
    };
  }

  private static OptionalInt compare(Optional<Long> bound, long wanted) {
    return bound.isPresent()
        ? OptionalInt.of(Long.compare(bound.get(), wanted))
        : OptionalInt.empty();
  }

  private static OptionalInt compare(double bound, double wanted) {
    return Double.isNaN(bound)
        ? OptionalInt.empty()
        : OptionalInt.of(bound < wanted ? -1 : bound > wanted ? 1 : 0);
  }

  private static Optional<Long> number(ColumnPlan.Leaf leaf, byte[] bytes) {
    Physical physical = leaf.node().physical().orElseThrow();
    if (bytes.length != (physical == Physical.INT32 ? 4 : 8) || physical == Physical.INT96) {
      return Optional.empty();
    }
    long stored =
        physical == Physical.INT32 ? LittleEndian.getInt(bytes, 0) : LittleEndian.getLong(bytes, 0);
    long factor = leaf.conversion().factor();
    if (leaf.conversion().kind() == Conversion.Kind.DIVIDED) {
      return Optional.of(Math.floorDiv(stored, factor));
    }
    return Math.multiplyHigh(stored, factor) == stored * factor >> 63
        ? Optional.of(stored * factor)
        : Optional.empty();
  }

  private static double fraction(ColumnPlan.Leaf leaf, byte[] bytes) {
    boolean isFloat = leaf.node().physical().orElseThrow() == Physical.FLOAT;
    if (bytes.length != (isFloat ? 4 : 8)) {
      return Double.NaN;
    }
    return isFloat ? LittleEndian.getFloat(bytes, 0) : LittleEndian.getDouble(bytes, 0);
  }
}
