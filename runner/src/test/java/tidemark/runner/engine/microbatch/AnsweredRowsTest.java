package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.BytesBuilder;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.table.TableShare;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;

class AnsweredRowsTest {
  private static final Schema ROWS = Schema.of(Field.of("v", SimpleType.STRING));
  private static final int MAX_BYTES = 64 << 10;

  private static TableShare share() {
    return new TableShare(ROWS, List.of((batch, rows) -> batch.column(0)), Optional.empty());
  }

  private static Batch rows(int count, int letters) {
    BatchBuilder rows = new BatchBuilder(ROWS);
    for (int i = 0; i < count; i++) {
      ((BytesBuilder) rows.column(0)).append("x".repeat(letters));
      rows.closeRow();
    }
    return rows.take();
  }

  @Test
  void rowsThatWereForgottenAreNotCountedWhenMemoryRunsOut() {
    AnsweredRows answered = new AnsweredRows("names", MAX_BYTES, AnsweredRowsTest::share);
    answered.begin();
    answered.add(rows(2, 1));
    answered.begin();
    answered.add(rows(5, 1));
    answered.forget();
    assertThatThrownBy(() -> answered.add(rows(1, 2 * MAX_BYTES)))
        .isInstanceOfSatisfying(Failure.class, f -> assertThat(f.code()).isEqualTo(Code.TM703))
        .hasMessageContaining("does not fit into memory: 3 rows and more");
  }
}
