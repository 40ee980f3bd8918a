package tidemark.operators.state;

/** Opens the stores of one step by name. */
public interface StateAccess {
  StateRows rows(String store);
}
