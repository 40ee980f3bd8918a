package tidemark.runner.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.UnaryOperator;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Written;
import tidemark.runner.engine.PlanRefused;
import tidemark.runner.report.ChangeText;
import tidemark.runner.report.DiagnosticText;
import tidemark.runner.yaml.SourceTexts;
import tidemark.statestore.StateFailure;

/**
 * What the user sees of a failure: code, what happened, the way out; the stack trace only with
 * {@code --debug}. The one place that turns failures into exit codes.
 */
final class FailureReport {
  private final PrintStream err;
  private final UnaryOperator<String> mask;
  private final boolean debug;

  /**
   * @param mask hides what must not be shown, in traces too
   * @param debug whether traces are shown
   */
  FailureReport(PrintStream err, UnaryOperator<String> mask, boolean debug) {
    this.err = err;
    this.mask = mask;
    this.debug = debug;
  }

  ExitCode print(Throwable failure) {
    ExitCode end;
    ChangeText text = new ChangeText(new SourceTexts(), mask);
    if (failure instanceof PlanRefused refused) {
      refused.changes().forEach(change -> err.print(mask.apply(text.of(change))));
      err.println("the checkpoint does not fit the pipeline; nothing was touched");
      end = ExitCode.of(refused.code());
    } else if (failure instanceof Failure known) {
      end = known.written().isPresent() ? print(known, known.written().get()) : print(known);
    } else if (failure instanceof StateFailure state) {
      end = print(ExitCode.codeOf(state.kind()), state.getMessage(), state.wayOut());
    } else if (failure instanceof OutOfMemoryError) {
      err.println("error: the heap is too small for this pipeline (" + failure.getMessage() + ")");
      err.printf(
          "  give it more, for example TIDEMARK_HEAP=%dg; the checkpoint is intact%n",
          larger(Runtime.getRuntime().maxMemory()));
      end = ExitCode.FAILED;
    } else {
      err.println(
          "internal error: %s; please report it, --debug shows the trace"
              .formatted(mask.apply(String.valueOf(failure).replace('\n', ' '))));
      end = ExitCode.FAILED;
    }
    if (debug) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      err.print(mask.apply(trace.toString()));
    }
    return end;
  }

  /** At least twice the heap that there is, in GiB. */
  static long larger(long heap) {
    return (2 * heap + (1L << 30) - 1) >> 30;
  }

  private ExitCode print(Failure failure) {
    return print(failure.code(), String.valueOf(failure.getMessage()), failure.wayOut());
  }

  /** Shown at its place in the pipeline file, as a finding of the lint is. */
  private ExitCode print(Failure failure, Written place) {
    String message = String.valueOf(failure.getMessage());
    Diagnostic found = Diagnostic.error(failure.code(), place.span(), message, failure.wayOut());
    err.print(new DiagnosticText(new SourceTexts(), mask).of(found));
    return ExitCode.of(failure.code());
  }

  private ExitCode print(Code code, String message, String wayOut) {
    err.println("error " + code + ": " + mask.apply(message));
    if (!wayOut.isBlank()) {
      err.println("  " + mask.apply(wayOut));
    }
    return ExitCode.of(code);
  }
}
