package tidemark.runner.inspect;

import tidemark.operators.stateful.StoredRows;
import tidemark.statestore.StoreId;

/**
 * One store of a retained batch.
 *
 * @param node id of the step or source that it belongs to
 * @param operator what keeps it: {@code aggregate}, …; {@code source} for what a source remembers
 * @param rows as the commit counts them
 * @param bytes of their keys and values
 * @param role what the store is for
 * @param decoding the meaning of its rows
 */
public record StoredStore(
    StoreId id, String node, String operator, long rows, long bytes, Role role, Decoding decoding) {
  /** What a store is for. */
  public enum Role {
    /** The rows of the step: what tools show. */
    ROWS,
    /** An order over the rows of another store. */
    INDEX
  }

  /** Makes a reader of the store's rows. */
  @FunctionalInterface
  public interface Decoding {
    StoredRows rows(Form form);
  }

  /** The step as the pipeline file writes it. */
  public String step() {
    return shortName(node);
  }

  static String shortName(String owner) {
    return owner.substring(owner.indexOf('.') + 1);
  }
}
