package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.UUID;
import tidemark.operators.types.DataType;
import tidemark.runner.baseline.ScannedRows;
import tidemark.runner.baseline.StoredBaseline;
import tidemark.runner.compat.StoredFacts;
import tidemark.statestore.checkpoint.CheckpointView;
import tidemark.statestore.checkpoint.StateVersion;

/** Facts of a checkpoint's rows; the state is opened only when a fact is asked for. */
record ScannedState(CheckpointView view, StoredBaseline baseline) implements StoredFacts {
  /** Bytes for rows in memory; what is more lies in a temporary folder. */
  private static final long MEMORY = 128L << 20;

  static StoredFacts of(CheckpointView view, StoredBaseline baseline) {
    return new ScannedState(view, baseline);
  }

  @Override
  public boolean fits(String step, int field, DataType type) {
    try (StateVersion version = open()) {
      return new ScannedRows(baseline.layout(), version::scan).fits(step, field, type);
    }
  }

  @Override
  public boolean hasNoNull(String step, int field) {
    try (StateVersion version = open()) {
      return new ScannedRows(baseline.layout(), version::scan).hasNoNull(step, field);
    }
  }

  @Override
  public boolean areKnown() {
    return true;
  }

  private StateVersion open() {
    Path work =
        Path.of(System.getProperty("java.io.tmpdir"), "tidemark-state-" + UUID.randomUUID());
    return view.state(baseline.batch(), work, MEMORY);
  }
}
