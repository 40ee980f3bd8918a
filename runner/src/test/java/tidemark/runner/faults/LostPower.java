package tidemark.runner.faults;

/** The process is gone; nothing of it catches this. */
final class LostPower extends Error {
  private static final long serialVersionUID = 1L;
}
