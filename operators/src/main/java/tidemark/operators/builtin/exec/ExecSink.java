package tidemark.operators.builtin.exec;

import java.nio.file.Path;
import tidemark.operators.builtin.body.Body;
import tidemark.operators.builtin.body.Body.Packing;
import tidemark.operators.builtin.body.BodyBatch;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.OperationKey;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.connector.SinkBatch;
import tidemark.operators.connector.SinkRequest;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * A program that is run for each micro-batch, with the rows on its standard input: once it exits
 * with 0 the batch has taken effect.
 */
final class ExecSink implements Sink {
  private final ExecSinkSettings settings;
  private final SinkRequest request;
  private final BatchVariables variables;
  private final Command command;

  ExecSink(ExecSinkSettings settings, SinkRequest request) {
    this.settings = settings;
    this.request = request;
    this.variables = new BatchVariables(request, settings);
    this.command = new Command(settings.directory(), settings.timeoutMillis());
  }

  @Override
  public Delivery delivery() {
    return settings.delivery();
  }

  @Override
  public Outcome outcome(OperationKey key) {
    if (settings.outcomeCommand().isEmpty()) {
      return Outcome.UNKNOWN;
    }
    boolean isAtWork = ProgramsAtWork.any(key); // before the question: it may end meanwhile
    Outcome told = ask(key);
    if (told != Outcome.ABSENT || !isAtWork) {
      return told;
    }
    return ProgramsAtWork.awaitEnd(key, settings.timeoutMillis()) ? ask(key) : Outcome.UNKNOWN;
  }

  /** An exit code alone is no answer: programs that break exit with 1, 2 or 127 as well. */
  private Outcome ask(OperationKey key) {
    Ending ending =
        command.run(settings.outcomeCommand(), environment -> variables.into(environment, key));
    if (ending.kind() != Ending.Kind.EXITED || ending.code() != 0) {
      return Outcome.UNKNOWN;
    }
    return switch (ending.said()) {
      case "committed" -> Outcome.COMMITTED;
      case "absent" -> Outcome.ABSENT;
      default -> Outcome.UNKNOWN;
    };
  }

  @Override
  public SinkBatch begin(OperationKey key) {
    return new BodyBatch(settings.format(), Packing.NONE, request, body -> hand(key, body));
  }

  @Override
  public void close() {}

  /** The rows as a file; without one nothing is started. */
  private static Path copy(Body body) {
    try {
      return body.copy();
    } catch (Failure noRoom) {
      throw CommitFailure.rejected(noRoom);
    }
  }

  /**
   * Runs the program.
   *
   * @throws CommitFailure if it ends in another way than with 0
   */
  private void hand(OperationKey key, Body body) {
    Ending ending =
        command.run(
            settings.command(), environment -> variables.into(environment, key), copy(body));
    boolean exited = ending.kind() == Ending.Kind.EXITED;
    if (exited && ending.code() == 0) {
      return;
    }
    String what =
        "`%s`, run for batch %d, %s"
            .formatted(
                settings.command().get(0), key.batch(), ending.inWords(settings.environment()));
    boolean isNothing =
        ending.kind() == Ending.Kind.NOT_STARTED
            || exited && settings.rejected().contains(ending.code());
    throw isNothing
        ? CommitFailure.rejected(
            new Failure(
                Code.TM605,
                what,
                "mend what it complains about, and run again: nothing of the batch took effect"))
        : CommitFailure.unknown(
            new Failure(
                Code.TM605,
                what,
                settings.delivery() == Delivery.KEYED
                    ? "run again: it is run with the same key, so the batch takes effect once"
                    : "run again: its `outcome_command` says that the batch is not there"));
  }
}
