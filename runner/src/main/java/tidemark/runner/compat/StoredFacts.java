package tidemark.runner.compat;

import tidemark.operators.types.DataType;

/**
 * What the rows of a stored state prove. Only asked where a verdict hangs on it; whoever has not
 * looked at the rows proves nothing.
 */
public interface StoredFacts {
  /** Nothing is known of the rows. */
  StoredFacts NONE =
      new StoredFacts() {
        @Override
        public boolean fits(String step, int field, DataType type) {
          return false;
        }

        @Override
        public boolean hasNoNull(String step, int field) {
          return false;
        }

        @Override
        public boolean areKnown() {
          return false;
        }
      };

  /**
   * True if every stored value of the field is a value of the type.
   *
   * @param step the node's old id
   * @param field a value field's id
   */
  boolean fits(String step, int field, DataType type);

  /** True if no stored row has null in the field. */
  boolean hasNoNull(String step, int field);

  /** False if the rows were not looked at, so that a look could still prove something. */
  boolean areKnown();
}
