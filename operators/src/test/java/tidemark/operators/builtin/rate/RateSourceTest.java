package tidemark.operators.builtin.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.builtin.MapState;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.connector.Range;
import tidemark.operators.connector.ReadRequest;
import tidemark.operators.connector.Split;
import tidemark.operators.connector.SplitReader;

class RateSourceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final SettableClock clock = new SettableClock();
  private final MapState state = new MapState();

  private static final class SettableClock extends Clock {
    private Instant now = START;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private static List<String> rows(RateSource source, Range range, int parallelism) {
    BitSet all = new BitSet();
    all.set(0, 2);
    List<String> rows = new ArrayList<>();
    for (Split split : source.split(range, parallelism)) {
      try (SplitReader reader =
          source.open(split, new ReadRequest(all, (l, p, b, o, n, r) -> {}))) {
        for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
          for (int i = 0; i < batch.size(); i++) {
            long time = ((LongColumn) batch.column(0)).get(i);
            long value = ((LongColumn) batch.column(1)).get(i);
            rows.add(value + "@" + (time - START.getEpochSecond() * 1_000_000));
          }
        }
      }
    }
    return rows;
  }

  @Test
  void theFirstBatchIsTheSecondBeforeTheStart() {
    RateSource source = new RateSource(4, 0, clock);
    Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
    assertThat(rows(source, range, 1))
        .containsExactly("0@-1000000", "1@-750000", "2@-500000", "3@-250000");
  }

  @Test
  void laterBatchesHoldWhatBecameDue() {
    RateSource source = new RateSource(2, 0, clock);
    source.advance(source.plan(state, BatchLimits.NONE).orElseThrow(), state);
    assertThat(source.plan(state, BatchLimits.NONE)).isEmpty();
    clock.now = START.plusMillis(1_400);
    Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
    assertThat(rows(source, range, 1)).containsExactly("2@0", "3@500000");
  }

  @Test
  void aRangeGivesTheSameRowsLaterAndHoweverItIsSplit() {
    RateSource source = new RateSource(100_000, 0, clock);
    Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
    List<String> once = rows(source, range, 1);
    assertThat(once).hasSize(100_000);
    clock.now = START.plusSeconds(500);
    assertThat(rows(new RateSource(7, 0, clock), range, 5)).isEqualTo(once);
  }

  @Test
  void aFrozenSourceEnds() {
    for (long rowsPerBatch : new long[] {0, 3}) {
      MapState fresh = new MapState();
      RateSource source = new RateSource(10, rowsPerBatch, clock);
      source.freeze();
      BatchLimits limits = new BatchLimits(Long.MAX_VALUE, 2, Long.MAX_VALUE);
      List<String> read = new ArrayList<>();
      for (Optional<Range> r = source.plan(fresh, limits);
          r.isPresent();
          r = source.plan(fresh, limits)) {
        read.addAll(rows(source, r.get(), 1));
        source.advance(r.get(), fresh);
        clock.now = clock.now.plusSeconds(1);
      }
      assertThat(read).hasSize(rowsPerBatch == 0 ? 10 : 3);
    }
  }

  @Test
  void rowsABatchDoNotDependOnTheClock() {
    RateSource source = new RateSource(1, 5, clock);
    for (int i = 0; i < 3; i++) {
      Range range = source.plan(state, BatchLimits.NONE).orElseThrow();
      assertThat(rows(source, range, 1)).hasSize(5).first().asString().startsWith(i * 5 + "@");
      source.advance(range, state);
    }
  }

  @Test
  void anotherRateGoesOnWithTheNextValue() {
    RateSource source = new RateSource(2, 0, clock);
    source.advance(source.plan(state, BatchLimits.NONE).orElseThrow(), state);
    clock.now = START.plusSeconds(1);
    RateSource faster = new RateSource(4, 0, clock);
    Range range = faster.plan(state, BatchLimits.NONE).orElseThrow();
    assertThat(rows(faster, range, 1)).containsExactly("2@0", "3@250000", "4@500000", "5@750000");
  }
}
