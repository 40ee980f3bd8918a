package tidemark.runner.compat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tidemark.operators.types.DataType;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.RowValue;
import tidemark.runner.layout.Widening;

/** The way out of looking at the stored rows, where that can still prove a change harmless. */
final class ScanOffer {
  private ScanOffer() {}

  /** True if all stored values of a field are values of a type, or show whether they are. */
  static boolean showsTypes(NodeLayout old, StateField field, DataType type) {
    return Widening.keepsValues(field.type(), type)
        || Widening.dependsOnValues(field.type(), type) && isReadable(old, field);
  }

  /** True if a look at the stored rows shows whether a field is null in one of them. */
  static boolean isReadable(NodeLayout old, StateField field) {
    return old.state().orElseThrow().stores().stream().anyMatch(store -> reads(store, field));
  }

  private static boolean reads(StoreLayout store, StateField field) {
    return store.key().stream().anyMatch(f -> f.id() == field.id())
        || store.rowValue() == RowValue.FIELDS
            && store.value().stream().anyMatch(f -> f.id() == field.id());
  }

  /**
   * The way out, if there is one; none once the rows were looked at.
   *
   * @param canProve whether the stored rows can show what is needed
   * @param what they would have to show: {@code all stored keys fit}
   */
  static List<String> ways(Plans plans, boolean canProve, String what) {
    if (!canProve || plans.request().facts().areKnown()) {
      return List.of();
    }
    boolean stored = plans.request().baseline() instanceof Baseline.Stored;
    String option = stored ? "--scan-state" : "--checkpoint DIR --scan-state";
    return List.of("if " + what + ", `" + option + "` proves it");
  }

  /** The way out before others. */
  static String[] before(List<String> scan, String... others) {
    return Stream.concat(scan.stream(), Arrays.stream(others)).toArray(String[]::new);
  }
}
