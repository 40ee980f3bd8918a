package tidemark.connectors.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.connector.SourceState;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The values behind the newest that are looked at again, because a row of them may be committed
 * after one of a greater value. Which rows of them a micro-batch takes is fixed when it is planned:
 * so a range gives the same rows again. What was taken is remembered by identity and value, as long
 * as it is looked at.
 */
final class Overlap {
  private static final int MOST = 1_000_000;
  private static final char SEEN = 's';

  private final SourceSettings settings;
  private final Database database;
  private final IncreasingColumn column;
  private final long width;
  private long late;

  /**
   * @param width how far back, in units of the column
   */
  Overlap(SourceSettings settings, Database database, IncreasingColumn column, long width) {
    this.settings = settings;
    this.database = database;
    this.column = column;
    this.width = width;
  }

  /** The range up to a value, with what came late; empty if there is nothing. */
  Optional<IncreasingRange> plan(SourceState state, Optional<Long> after, long upTo) {
    long settled = back(upTo);
    Map<String, Long> take = new HashMap<>();
    if (after.isPresent()) {
      take.putAll(rows(back(after.get()), after.get()));
      take.entrySet().removeIf(row -> wasTaken(state, row.getKey(), row.getValue()));
    }
    late = take.size();
    take.putAll(rows(Math.max(after.orElse(Long.MIN_VALUE), settled), upTo));
    boolean isEmpty = take.isEmpty() && after.filter(a -> a >= upTo).isPresent();
    return isEmpty
        ? Optional.empty()
        : Optional.of(new IncreasingRange(after, upTo, Optional.of(settled), take));
  }

  /** How many rows of the last plan came late; asked once. */
  long takeLate() {
    long taken = late;
    late = 0;
    return taken;
  }

  private long back(long value) {
    return value < Long.MIN_VALUE + width ? Long.MIN_VALUE : value - width;
  }

  private Map<String, Long> rows(long above, long upTo) {
    return database.inTransaction(
        Code.TM604,
        connection -> {
          String select =
              "%s WHERE %s <= ?%s"
                  .formatted(
                      settings.select(lookedAt()),
                      column.compared(),
                      above == Long.MIN_VALUE ? "" : " AND " + column.compared() + " > ?");
          try (PreparedStatement statement = connection.prepareStatement(select)) {
            column.bind(statement, 1, upTo);
            if (above > Long.MIN_VALUE) {
              column.bind(statement, 2, above);
            }
            statement.setFetchSize(RowsReader.fetchSize(database.dialect()));
            try (ResultSet result = statement.executeQuery()) {
              return identities(result);
            }
          }
        });
  }

  /** The positions of the key and of what increases. */
  private BitSet lookedAt() {
    BitSet positions = new BitSet();
    settings.key().forEach(name -> positions.set(settings.columns().find(name).orElseThrow()));
    positions.set(column.position());
    return positions;
  }

  private Map<String, Long> identities(ResultSet result) throws SQLException {
    ResultValues values = new ResultValues(result, database.dialect(), settings.database().zone());
    RowIdentity identity = identity();
    Map<String, Long> found = new HashMap<>();
    while (result.next()) {
      found.put(identity.of(result, values), column.value(result, values));
      if (found.size() > MOST) {
        throw new Failure(
            Code.TM604,
            "more than %,d rows of `%s` lie in the overlap".formatted(MOST, settings.name()),
            "make it shorter: no longer than the longest transaction that writes the table");
      }
    }
    return found;
  }

  /** Tells rows from each other; for one thread. */
  RowIdentity identity() {
    return new RowIdentity(settings.columns(), settings.key());
  }

  /** Remembers what was taken, and forgets what is not looked at any more. */
  void advance(IncreasingRange range, SourceState state) {
    long settled = range.settled().orElse(Long.MAX_VALUE);
    List<byte[]> old = new ArrayList<>();
    state.forEach(
        (key, value) -> {
          if (key[0] == SEEN && ByteBuffer.wrap(value).getLong() <= settled) {
            old.add(key.clone());
          }
          return true;
        });
    old.forEach(state::remove);
    range
        .take()
        .forEach(
            (identity, value) -> {
              if (value > settled) {
                state.put(key(identity), ByteBuffer.allocate(Long.BYTES).putLong(value).array());
              }
            });
  }

  /** Whether a row was taken with this value; one that was changed since has another. */
  private static boolean wasTaken(SourceState state, String identity, long value) {
    byte @Nullable [] taken = state.get(key(identity));
    return taken != null && ByteBuffer.wrap(taken).getLong() == value;
  }

  private static byte[] key(String identity) {
    return (SEEN + identity).getBytes(StandardCharsets.UTF_8);
  }
}
