package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.batch.LongBuilder;
import tidemark.operators.plan.Asking;
import tidemark.operators.table.AskedKeys;
import tidemark.operators.table.KeyBytes;
import tidemark.operators.table.PackedRows;
import tidemark.operators.table.TableShare;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

/** How many answers are remembered: by rows, and by the memory that they take. */
class AnswersTest {
  private static final Schema ROWS =
      Schema.of(Field.notNull("k", SimpleType.BIGINT), Field.of("v", SimpleType.STRING));
  private static final long MUCH = 1L << 30;
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  /** The rows of the keys 0 to {@code count - 1}, so many each, with a text of so many letters. */
  private static long remembered(Answers answers, int count, int rowsEach, int letters) {
    AskedKeys keys =
        new AskedKeys(
            Schema.of(ROWS.field(0)), List.of((batch, rows) -> batch.column(0)), List.of(0));
    keys.collect(rows(count, 1, 0));
    TableShare share =
        new TableShare(
            ROWS,
            List.of((batch, rows) -> batch.column(0), (batch, rows) -> batch.column(1)),
            Optional.empty());
    share.add(rows(count, rowsEach, letters));
    PackedRows[] sorted = keys.sorted(TableShare.table(List.of(share)));
    KeyBytes[] bytes = IntStream.range(0, count).mapToObj(keys::bytes).toArray(KeyBytes[]::new);
    for (int i = 0; i < count; i++) {
      answers.remember(bytes[i], sorted[i]);
    }
    return IntStream.range(0, count).filter(i -> answers.of(bytes[i]) != null).count();
  }

  private static Batch rows(int keys, int each, int letters) {
    BatchBuilder rows = new BatchBuilder(ROWS);
    for (int key = 0; key < keys; key++) {
      for (int i = 0; i < each; i++) {
        ((LongBuilder) rows.column(0)).append(key);
        ((BytesBuilder) rows.column(1)).append("x".repeat(letters));
        rows.closeRow();
      }
    }
    return rows.take();
  }

  private static Answers answers(long maxRows, long maxBytes) {
    return new Answers(new Asking(List.of(0), maxRows, Optional.empty()), maxBytes, CLOCK);
  }

  @Test
  void rowsAreCountedAndNotKeys() {
    assertThat(remembered(answers(1000, MUCH), 900, 1, 1)).isEqualTo(900);
    assertThat(remembered(answers(1000, MUCH), 900, 4, 1)).isBetween(200L, 250L);
  }

  @Test
  void aKeyWithoutRowsCountsAsOneRow() {
    assertThat(remembered(answers(100, MUCH), 900, 0, 0)).isBetween(90L, 100L);
  }

  @Test
  void memoryBoundsThemWhereRowsAreLong() {
    assertThat(remembered(answers(100_000, 1 << 20), 900, 1, 10_000)).isBetween(80L, 104L);
    assertThat(remembered(answers(Long.MAX_VALUE, 1 << 20), 900, 1, 10_000)).isBetween(80L, 104L);
  }

  @Test
  void anAnswerIsForgottenWhenItsTimeHasPassed() {
    Instant[] now = {Instant.EPOCH};
    Clock moving =
        new Clock() {
          @Override
          public Instant instant() {
            return now[0];
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    Answers answers = new Answers(new Asking(List.of(0), 100, Optional.of(60_000L)), MUCH, moving);
    assertThat(remembered(answers, 10, 1, 1)).isEqualTo(10);
    AskedKeys keys =
        new AskedKeys(
            Schema.of(ROWS.field(0)), List.of((batch, rows) -> batch.column(0)), List.of(0));
    keys.collect(rows(1, 1, 0));
    now[0] = now[0].plus(Duration.ofMillis(59_999));
    assertThat(answers.of(keys.bytes(0))).isNotNull();
    now[0] = now[0].plus(Duration.ofMillis(1));
    assertThat(answers.of(keys.bytes(0))).isNull();
  }
}
