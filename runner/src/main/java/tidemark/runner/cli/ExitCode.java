package tidemark.runner.cli;

import java.util.Map;
import tidemark.operators.diagnostics.Code;
import tidemark.statestore.StateFailure;

/** How a command ended, as schedulers see it. The numbers are public interface. */
public enum ExitCode {
  /** Done; also a run that was stopped by a signal between two batches. */
  DONE(0),
  /** The pipeline failed while running, or a test failed. */
  FAILED(1),
  /** Bad usage, or the pipeline file has errors. */
  BAD_INPUT(2),
  /** The checkpoint is not compatible with the pipeline. */
  INCOMPATIBLE(3),
  /** A sink's outcome is unknown and needs reconciling. */
  OUTCOME_UNKNOWN(4),
  /** The checkpoint is in use by another run, or damaged. */
  CHECKPOINT(5);

  /** Where the family (run time for TM6xx, the pipeline file for the others) does not decide. */
  private static final Map<Code, ExitCode> BY_CODE =
      Map.ofEntries(
          Map.entry(Code.TM501, INCOMPATIBLE),
          Map.entry(Code.TM502, CHECKPOINT),
          Map.entry(Code.TM503, INCOMPATIBLE),
          Map.entry(Code.TM504, CHECKPOINT),
          Map.entry(Code.TM505, CHECKPOINT),
          Map.entry(Code.TM506, INCOMPATIBLE),
          Map.entry(Code.TM507, CHECKPOINT),
          Map.entry(Code.TM508, FAILED),
          Map.entry(Code.TM509, FAILED),
          Map.entry(Code.TM510, INCOMPATIBLE),
          Map.entry(Code.TM511, INCOMPATIBLE),
          Map.entry(Code.TM514, INCOMPATIBLE),
          Map.entry(Code.TM523, CHECKPOINT),
          Map.entry(Code.TM607, OUTCOME_UNKNOWN),
          Map.entry(Code.TM640, BAD_INPUT),
          Map.entry(Code.TM703, FAILED));

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** What it says, in one sentence. */
  String meaning() {
    return switch (this) {
      case DONE -> "Done.";
      case FAILED -> "The pipeline failed while running, or a test failed.";
      case BAD_INPUT -> "Bad usage, or the pipeline file has errors.";
      case INCOMPATIBLE -> "The checkpoint is not compatible with the pipeline.";
      case OUTCOME_UNKNOWN -> "A sink's outcome is unknown and needs reconciling.";
      case CHECKPOINT -> "The checkpoint is in use by another run, or damaged.";
    };
  }

  /** The end of a command that this code stopped. */
  static ExitCode of(Code code) {
    ExitCode otherwise = code.name().startsWith("TM6") ? FAILED : BAD_INPUT;
    return BY_CODE.getOrDefault(code, otherwise);
  }

  /** The code under which a failure of state or checkpoint is shown. */
  static Code codeOf(StateFailure.Kind kind) {
    return switch (kind) {
      case IN_USE -> Code.TM502;
      case FENCED -> Code.TM507;
      case DAMAGED, WORKING_COPY -> Code.TM504;
      case GONE -> Code.TM521;
      case FORMAT_TOO_NEW -> Code.TM505;
      case NOT_OURS -> Code.TM501;
      case NO_FOLDER -> Code.TM506;
      case NOT_OPEN -> Code.TM640;
      case IO -> Code.TM508;
      case NATIVE -> Code.TM509;
    };
  }
}
