package tidemark.runner.compile;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Scope;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;
import tidemark.runner.spec.Placed;

/** Looks columns up by the names that a pipeline file writes. */
final class Columns {
  private final UnknownColumns unknown;
  private final Diagnostics found;

  Columns(UnknownColumns unknown, Diagnostics found) {
    this.unknown = unknown;
    this.found = found;
  }

  /**
   * The input's column of this name: exactly so if there is one, else without regard to case.
   * Reported if there is none (TM304) or there are several (TM313); empty, too, if only its name is
   * known.
   */
  Optional<ColumnReference> find(PlanNode input, Placed<String> name) {
    return find(input, name, Optional.empty());
  }

  /**
   * The same.
   *
   * @param wayOut instead of the names that are near
   */
  Optional<ColumnReference> find(PlanNode input, Placed<String> name, Optional<String> wayOut) {
    Scope scope = unknown.scope(input);
    List<ColumnReference> columns = scope.find(name.value());
    if (columns.size() == 1) {
      return Optional.of(columns.get(0));
    }
    if (columns.isEmpty() && scope.isUnknown(name.value())) {
      return Optional.empty();
    }
    if (columns.isEmpty()) {
      found.add(
          new Diagnostic(
              Code.TM304,
              Severity.ERROR,
              name.span(),
              "column `" + name.value() + "` does not exist in `" + PlanPaths.shortId(input) + "`",
              wayOut.or(() -> scope.suggestion(name.value()))));
    } else {
      found.error(
          Code.TM313,
          name.span(),
          "`" + name.value() + "` is more than one column of `" + PlanPaths.shortId(input) + "`",
          "write the name in exactly the case it has: "
              + String.join(", ", columns.stream().map(ColumnReference::name).toList()));
    }
    return Optional.empty();
  }

  /** The position of a column that {@link #find} gave. */
  static int position(PlanNode input, ColumnReference column) {
    return input.schema().find(column.name()).orElseThrow();
  }

  /** The input's column as an expression. */
  static ColumnReference reference(Field field) {
    return new ColumnReference(field.name(), field.type(), field.nullable());
  }

  /** True if all names differ; reported otherwise (TM206). */
  boolean areUnique(List<Placed<String>> names) {
    Set<String> seen = new HashSet<>();
    boolean unique = true;
    for (Placed<String> name : names) {
      if (!seen.add(name.value())) {
        unique = false;
        found.error(
            Code.TM206,
            name.span(),
            "two columns would be named `" + name.value() + "`",
            "give one of them another name");
      }
    }
    return unique;
  }
}
