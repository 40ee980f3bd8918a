package tidemark.statestore;

/** When the files of the change log are merged. */
public enum StateMerging {
  /** By a thread of its own, so that no batch waits for it. */
  BESIDE_BATCHES,
  /** At the end of a seal, by the thread that seals: the same files in every run. */
  AT_SEALS
}
