package tidemark.statestore;

/**
 * The stores of one pipeline, changed together and sealed together.
 *
 * <p>{@link #seal}, {@link #discard}, {@link #stats} and {@link #close} are called while no other
 * thread uses a store. Every method throws {@link StateFailure} when files are damaged or cannot be
 * written.
 */
public interface StateBackend extends AutoCloseable {
  /** The store of this name, made on first use. Always the same object for the same name. */
  StateStore store(StoreId id);

  /**
   * Makes every change since the last seal durable and returns what the commit of this batch must
   * name. A batch without changes writes nothing and returns the reference of the version before.
   *
   * @param batch greater than the batch of every seal before
   */
  StateRef seal(long batch);

  /** Drops every change since the last seal. Cursors that are open become invalid. */
  void discard();

  /** The reference of the last sealed version. */
  StateRef sealed();

  StateStats stats();

  /** Frees memory and native objects; unsealed changes are dropped. */
  @Override
  void close();
}
