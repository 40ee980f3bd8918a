package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.compile.Compilation;
import tidemark.runner.reader.Read;
import tidemark.runner.report.DiagnosticText;

/**
 * A pipeline file after everything that can be checked was checked.
 *
 * @param file the path as the user wrote it
 * @param compiled may be there beside errors
 */
record CheckedPipeline(String file, Read read, Optional<Compilation> compiled) {
  /** All findings by place, without those that the file silences. */
  List<Diagnostic> findings() {
    return read.report();
  }

  /** The pipeline if it may run: it compiled, and nothing found is an error. */
  Optional<Compilation> runnable() {
    boolean errors = findings().stream().anyMatch(d -> d.severity() == Severity.ERROR);
    return errors ? Optional.empty() : compiled.filter(c -> c.plan().isPresent());
  }

  /** Errors of the definitions whose ids stand at these places, or of a file that they name. */
  boolean hasErrorsIn(List<Span> ids) {
    return findings().stream()
        .filter(d -> d.severity() == Severity.ERROR)
        .map(Diagnostic::span)
        .anyMatch(
            span -> !span.file().equals(file) || ids.stream().anyMatch(id -> holds(id, span)));
  }

  /** A definition goes on as far as lines are indented deeper than its id. */
  private boolean holds(Span id, Span place) {
    int deeper = id.column();
    return place.line() >= id.line()
        && IntStream.rangeClosed(id.line() + 1, place.line())
            .mapToObj(line -> read.texts().find(file).orElseThrow().line(line))
            .allMatch(line -> line.isBlank() || line.indexOf(line.strip()) >= deeper);
  }

  /** Prints the findings, for commands whose result is something else. */
  void printFindings(Console console) {
    PrintStream err = console.err();
    DiagnosticText text =
        new DiagnosticText(read.texts(), read.secrets()::mask, console.errScreen());
    findings().forEach(diagnostic -> err.print(text.of(diagnostic)));
    if (runnable().isEmpty()) {
      err.println(file + ": " + DiagnosticText.count(findings()));
    }
  }
}
