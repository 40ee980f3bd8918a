package tidemark.operators.expr.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Aggregates that are given their values in an order: {@code percentile_cont(0.5) WITHIN GROUP
 * (ORDER BY v DESC)}. Trees have no such clause: what is ordered is the first argument, and whether
 * the order is descending the last.
 */
final class WithinGroup {
  private WithinGroup() {}

  /** The arguments of the call that means the same; empty if the function cannot be ordered so. */
  static Optional<List<Syntax>> arguments(
      String function, List<Syntax> given, Syntax order, boolean descending) {
    Syntax.Word direction = new Syntax.Word(Optional.of(descending), order.place());
    List<Syntax> all = new ArrayList<>(given);
    switch (function) {
      case "percentile_cont", "percentile_disc" -> all.add(0, order);
      case "mode" -> {
        if (!given.isEmpty()) {
          return Optional.empty();
        }
        all.add(order);
        all.add(new Syntax.Word(Optional.of(true), order.place()));
      }
      case "listagg", "string_agg" -> {
        if (given.isEmpty() || !isSame(given.get(0), order)) {
          return Optional.empty();
        }
        if (given.size() == 1) {
          all.add(new Syntax.Text("", order.place()));
        }
      }
      default -> {
        return Optional.empty();
      }
    }
    all.add(direction);
    return Optional.of(all);
  }

  /** Whether both are the same column. */
  private static boolean isSame(Syntax a, Syntax b) {
    return a instanceof Syntax.Name x
        && b instanceof Syntax.Name y
        && x.name().equalsIgnoreCase(y.name());
  }

  static String problem(String function) {
    return isListing(function)
        ? "`%s` can be ordered only by the column itself".formatted(function)
        : "`%s` cannot be ordered `WITHIN GROUP`".formatted(function);
  }

  static String wayOut(String function) {
    return isListing(function)
        ? "collect_list(struct(key, text)), then array_sort and transform"
        : "percentile_cont(p), percentile_disc(p), mode() and listagg(text) can";
  }

  private static boolean isListing(String function) {
    return function.equals("listagg") || function.equals("string_agg");
  }
}
