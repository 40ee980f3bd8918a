package tidemark.connectors.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import tidemark.operators.connector.BadRecords;

/** Bad records of an answer that may have to be asked for again; told of once it is there. */
final class HeldBadRecords implements BadRecords {
  private final List<Consumer<BadRecords>> held = new ArrayList<>();

  @Override
  public void report(
      String location, long position, byte[] buffer, int offset, int length, String reason) {
    byte[] raw = Arrays.copyOfRange(buffer, offset, offset + length);
    held.add(to -> to.report(location, position, raw, 0, raw.length, reason));
  }

  /** Passes all of them on. */
  void report(BadRecords to) {
    held.forEach(each -> each.accept(to));
  }
}
