package tidemark.runner.layout;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of one input of a step, as what they are made of: unions are taken apart, projections
 * are written out in the expressions, and filters are gathered, down to the next source or step
 * that keeps state. Two pipelines with equal readings give a step the same rows, however their
 * stateless steps are cut.
 *
 * @param branches in the order of their ids and conditions
 */
public record Reading(List<Branch> branches) {
  public Reading {
    branches = List.copyOf(branches);
  }

  /**
   * Rows from one place.
   *
   * @param from the node they come from
   * @param watermarks the nodes on the way that follow event time
   * @param where conditions over the columns of {@code from}, all of which hold, sorted
   * @param columns the columns of {@code from} that the step's state depends on, sorted
   * @param values what the step's own columns are that steer what it keeps without being kept, by
   *     name, over the columns of {@code from}
   * @param passed what the columns are that the step hands on without computing them, by name, over
   *     the columns of {@code from}; the step's state does not depend on them
   */
  public record Branch(
      String from,
      List<String> watermarks,
      List<String> where,
      List<String> columns,
      Map<String, String> values,
      Map<String, String> passed) {
    /** A branch of a step that is steered by what it keeps alone, and computes all it hands on. */
    public Branch(String from, List<String> watermarks, List<String> where, List<String> columns) {
      this(from, watermarks, where, columns, Map.of(), Map.of());
    }

    public Branch {
      values = Collections.unmodifiableMap(new TreeMap<>(values));
      passed = Collections.unmodifiableMap(new TreeMap<>(passed));
      watermarks = List.copyOf(watermarks);
      where = List.copyOf(where);
      columns = List.copyOf(columns);
    }
  }
}
