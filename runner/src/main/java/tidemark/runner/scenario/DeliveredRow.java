package tidemark.runner.scenario;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.batch.Batch;

/** A row that a sink was given: a position in a copied batch. */
record DeliveredRow(Batch batch, int row) {
  static List<DeliveredRow> all(List<Batch> batches) {
    List<DeliveredRow> rows = new ArrayList<>();
    for (Batch batch : batches) {
      for (int row = 0; row < batch.size(); row++) {
        rows.add(new DeliveredRow(batch, row));
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return RowText.of(batch, row);
  }
}
