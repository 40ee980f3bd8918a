package tidemark.runner.cli;

import java.io.PrintStream;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.statestore.StateFailure;

/**
 * What the user sees of a failure: code, what happened, the way out; the stack trace only with
 * {@code --debug}. The one place that turns failures into exit codes.
 */
final class FailureReport {
  private final PrintStream err;
  private final boolean debug;

  FailureReport(PrintStream err, boolean debug) {
    this.err = err;
    this.debug = debug;
  }

  ExitCode print(Throwable failure) {
    ExitCode end;
    if (failure instanceof Failure known) {
      end = print(known.code(), known.getMessage(), known.wayOut());
    } else if (failure instanceof StateFailure state) {
      end = print(ExitCode.codeOf(state.kind()), state.getMessage(), state.wayOut());
    } else if (failure instanceof OutOfMemoryError) {
      err.println("error: the heap is too small for this pipeline (" + failure.getMessage() + ")");
      err.println("  give it more, for example TIDEMARK_HEAP=1g; the checkpoint is intact");
      end = ExitCode.FAILED;
    } else {
      err.println(
          "internal error: %s; please report it, --debug shows the trace"
              .formatted(String.valueOf(failure).replace('\n', ' ')));
      end = ExitCode.FAILED;
    }
    if (debug) {
      failure.printStackTrace(err);
    }
    return end;
  }

  private ExitCode print(Code code, String message, String wayOut) {
    err.println("error " + code + ": " + message);
    if (!wayOut.isBlank()) {
      err.println("  " + wayOut);
    }
    return ExitCode.of(code);
  }
}
