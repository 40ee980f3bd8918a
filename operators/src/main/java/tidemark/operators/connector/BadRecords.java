package tidemark.operators.connector;

/** Takes note of bad records; fails the run if the policy says so. Used by one thread. */
public interface BadRecords {
  /**
   * One record that cannot be decoded.
   *
   * @param location the file or partition
   * @param position line number (from 1), or offset, as the location counts
   * @param raw the record's bytes in {@code buffer[offset .. offset + length)}
   * @param reason what is wrong, naming the column where one is to blame
   * @throws tidemark.operators.diagnostics.Failure if the policy is to fail
   */
  void report(String location, long position, byte[] buffer, int offset, int length, String reason);
}
