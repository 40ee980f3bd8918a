package tidemark.operators.builtin.rate;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.connector.Backlog;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Source;
import tidemark.operators.connector.SourceState;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/**
 * Counts up: {@code value} 0, 1, 2, …, each with the {@code timestamp} at which it was due. The
 * first micro-batch of a query is the second before its start. With rows a batch, every micro-batch
 * has just so many and the clock counts only for the first timestamp.
 */
public final class RateSource implements Source {
  /** The columns, as those of Spark's rate source. */
  public static final Schema SCHEMA =
      Schema.of(Field.of("timestamp", SimpleType.TIMESTAMP), Field.of("value", SimpleType.BIGINT));

  private static final byte[] KEY = "rate".getBytes(StandardCharsets.UTF_8);
  private static final long MICROS_A_SECOND = 1_000_000;

  private final long rate;
  private final long rowsPerBatch;
  private final Clock clock;
  private long end = Long.MAX_VALUE;
  private boolean isFrozen;
  private long planned = -1;
  private long due;

  /**
   * @param rate rows a second
   * @param rowsPerBatch rows of every micro-batch; 0: those that are due
   */
  public RateSource(long rate, long rowsPerBatch, Clock clock) {
    this.rate = Math.max(1, rate);
    this.rowsPerBatch = rowsPerBatch;
    this.clock = clock;
  }

  @Override
  public void freeze() {
    isFrozen = true;
    end = Long.MAX_VALUE;
  }

  @Override
  public Optional<Range> plan(SourceState state, BatchLimits limits) {
    long now = micros(clock.instant());
    byte[] before = state.get(KEY);
    RateRange last =
        before == null
            ? new RateRange(now - MICROS_A_SECOND, rate, 0, 0)
            : RateRange.of(new String(before, StandardCharsets.UTF_8));
    RateRange from = last.rate() == rate ? last : changedRate(last);
    long next = from.to();
    due = rowsPerBatch > 0 ? next + rowsPerBatch : RateRange.valuesBefore(from.start(), rate, now);
    if (isFrozen && end == Long.MAX_VALUE) {
      end = due;
    }
    due = Math.min(due, end);
    long to = Math.min(due, limits.maxRows() < due - next ? next + limits.maxRows() : due);
    planned = to;
    return to <= next
        ? Optional.empty()
        : Optional.of(new RateRange(from.start(), rate, next, to).toRange());
  }

  @Override
  public Backlog backlog() {
    return planned < 0 ? Backlog.NONE : new Backlog(Math.max(0, due - planned), 0);
  }

  @Override
  public List<Split> split(Range range, int parallelism) {
    RateRange all = RateRange.of(range.json());
    long count = all.to() - all.from();
    long pieces = Math.max(1, Math.min(parallelism, count / Batch.MAX_ROWS));
    List<Split> splits = new ArrayList<>();
    for (long i = 0; i < pieces; i++) {
      long from = all.from() + count / pieces * i;
      long to = i == pieces - 1 ? all.to() : all.from() + count / pieces * (i + 1);
      splits.add(new Values(new RateRange(all.start(), all.rate(), from, to)));
    }
    return splits;
  }

  @Override
  public SplitReader open(Split split, ReadRequest request) {
    return new Reader(((Values) split).range, request.needed());
  }

  @Override
  public void advance(Range range, SourceState state) {
    state.put(KEY, range.json().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {}

  /** Values go on where they were, times at the time of the last value. */
  private RateRange changedRate(RateRange last) {
    long time = RateRange.time(last.start(), last.rate(), last.to());
    return new RateRange(time - RateRange.time(0, rate, last.to()), rate, last.from(), last.to());
  }

  private static long micros(Instant time) {
    return time.getEpochSecond() * MICROS_A_SECOND + time.getNano() / 1000;
  }

  private record Values(RateRange range) implements Split {
    @Override
    public String location() {
      return "rate";
    }

    @Override
    public long bytes() {
      return (range.to() - range.from()) * 2 * Long.BYTES;
    }
  }

  private static final class Reader implements SplitReader {
    private final RateRange range;
    private final BitSet needed;
    private long next;

    Reader(RateRange range, BitSet needed) {
      this.range = range;
      this.needed = needed;
      this.next = range.from();
    }

    @Override
    public @Nullable Batch next() {
      int count = (int) Math.min(Batch.MAX_ROWS, range.to() - next);
      if (count <= 0) {
        return null;
      }
      long[] times = new long[count];
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = next + i;
        times[i] = RateRange.time(range.start(), range.rate(), next + i);
      }
      next += count;
      Column[] columns = {column(0, times, count), column(1, values, count)};
      return new Batch(SCHEMA, columns, count);
    }

    private Column column(int position, long[] values, int count) {
      if (needed.get(position)) {
        return new LongColumn(values, null, count);
      }
      boolean[] nulls = new boolean[count];
      java.util.Arrays.fill(nulls, true);
      return new LongColumn(values, nulls, count);
    }

    @Override
    public long bytesRead() {
      return (next - range.from()) * 2 * Long.BYTES;
    }

    @Override
    public void close() {}
  }
}
