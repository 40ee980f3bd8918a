package tidemark.runner.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tidemark.runner.engine.BatchProgress;

class ProgressJsonTest {
  private final ProgressJson json = new ProgressJson("site-traffic");

  @Test
  void batchIsOneObjectOnOneLine() {
    BatchProgress batch = Batches.busy(17);
    assertThat(json.line(batch, Batches.totals(batch)))
        .isEqualTo(
            "{\"event\":\"batch\",\"pipeline\":\"site-traffic\",\"batch\":17,\"no_data\":false,"
                + "\"input_rows\":1000,\"input_bytes\":50000,\"output_rows\":{\"out\":9},"
                + "\"bad_records\":{\"access\":3},\"dead_lettered\":{},\"too_far_ahead_rows\":0,\"watermark\":null,"
                + "\"watermark_after\":\"2026-01-01T12:30:00Z\",\"state\":{\"traffic\":"
                + "{\"rows\":40,\"updated\":60,\"removed\":9,\"dropped_late\":12,"
                + "\"without_time\":0,\"duplicates\":0}},\"lookups\":{\"named\":{\"keys_remembered\":970,"
                + "\"keys_asked\":30,\"rows_answered\":25,\"asking_millis\":80}},"
                + "\"millis\":500,\"rows_per_second\":2000,"
                + "\"backlog_bytes\":100000,\"backlog_units\":2,\"behind_millis\":90000,\"eta_millis\":1000}");
  }

  @Test
  void summaryAddsUpButTheRowsThatAreOpen() {
    assertThat(json.summary(Batches.totals(Batches.busy(0), Batches.empty(1)), "stopped", 700))
        .startsWith("{\"event\":\"summary\",\"pipeline\":\"site-traffic\",\"end\":\"stopped\"")
        .contains(
            "\"batches\":2,\"no_data_batches\":1",
            "\"output_rows\":{\"out\":49}",
            "\"late_rows\":12",
            "{\"rows\":0,\"updated\":60,\"removed\":49,\"dropped_late\":12,\"without_time\":0,\"duplicates\":0}",
            "\"millis\":700",
            "\"eta_millis\":null}");
  }
}
