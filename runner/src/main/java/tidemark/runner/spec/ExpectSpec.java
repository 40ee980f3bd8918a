package tidemark.runner.spec;

import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode;

/**
 * What a test step, or a whole test, must give. Only what is written is compared.
 *
 * @param sinks the rows of the named sinks
 * @param batches one entry a micro-batch, in order
 * @param badRecords how many bad records the named sources met
 * @param error the codes one of which the run fails with
 * @param refused the codes one of which a restart is refused with
 */
public record ExpectSpec(
    List<ExpectedRows> sinks,
    Optional<List<ExpectedBatch>> batches,
    List<ExpectedCount> badRecords,
    Optional<ExpectedCodes> error,
    Optional<ExpectedCodes> refused,
    Span span) {
  public ExpectSpec {
    sinks = List.copyOf(sinks);
    batches = batches.map(List::copyOf);
    badRecords = List.copyOf(badRecords);
  }

  /** The rows of a sink; values are typed later, against the sink's columns. */
  public record ExpectedRows(Placed<String> sink, List<YamlNode.Mapping> rows, Span span) {
    public ExpectedRows {
      rows = List.copyOf(rows);
    }
  }

  /** A number under a name. */
  public record ExpectedCount(Placed<String> name, Placed<Long> count) {}

  /**
   * One micro-batch; what is empty is not compared.
   *
   * @param batch its id
   * @param watermark the one the batch used, as written
   * @param watermarkAfter the one it left, as written
   */
  public record ExpectedBatch(
      List<ExpectedRows> rows,
      Optional<Placed<Long>> batch,
      Optional<Placed<Boolean>> noData,
      Optional<Placed<Long>> inputRows,
      Optional<Placed<String>> watermark,
      Optional<Placed<String>> watermarkAfter,
      List<ExpectedState> state,
      Span span) {
    public ExpectedBatch {
      rows = List.copyOf(rows);
      state = List.copyOf(state);
    }
  }

  /** The counts of one step's state; what is empty is not compared. */
  public record ExpectedState(
      Placed<String> step,
      Optional<Placed<Long>> rows,
      Optional<Placed<Long>> updated,
      Optional<Placed<Long>> removed,
      Optional<Placed<Long>> droppedLate) {}
}
