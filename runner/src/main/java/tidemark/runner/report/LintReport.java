package tidemark.runner.report;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compat.Change;
import tidemark.runner.compat.Policy;
import tidemark.runner.yaml.SourceTexts;

/**
 * What {@code tidemark lint} found.
 *
 * @param files in the order in which they were given
 * @param comparison with what is stored or with another file, if it was asked for and possible
 */
public record LintReport(List<LintedFile> files, Optional<ComparedPlan> comparison) {
  public LintReport {
    files = List.copyOf(files);
  }

  /**
   * The findings of one file and what they are shown with.
   *
   * @param mask hides what must not be shown
   */
  public record LintedFile(
      String file, List<Diagnostic> found, SourceTexts texts, UnaryOperator<String> mask) {
    public LintedFile {
      found = List.copyOf(found);
    }
  }

  /**
   * The changes of the one file.
   *
   * @param against what it is held against, in words
   * @param failing ids of the changes that the policy does not let through
   * @param accepted ids of the changes that the author accepts
   */
  public record ComparedPlan(
      LintedFile file,
      String against,
      Policy policy,
      List<Change> changes,
      Set<String> failing,
      Set<String> accepted) {
    public ComparedPlan {
      changes = List.copyOf(changes);
      failing = Set.copyOf(failing);
      accepted = Set.copyOf(accepted);
    }

    /** True if the policy does not let the change through. */
    public boolean fails(Change change) {
      return failing.contains(change.id());
    }
  }

  /** How many findings are errors. */
  public long errors() {
    return files.stream()
        .flatMap(f -> f.found().stream())
        .filter(d -> d.severity() == Severity.ERROR)
        .count();
  }

  /** What a change says of itself besides place and verdict: reason, old place, ways out. */
  static List<String> details(Change change) {
    List<String> lines = new java.util.ArrayList<>();
    lines.add(change.reason());
    lines.add("recorded " + recorded(change.then()));
    change.waysOut().forEach(way -> lines.add("way out: " + way));
    return lines;
  }

  /** The old place: {@code in generation 3, last with batch 17}. */
  static String recorded(Change.Recorded then) {
    if (then instanceof Change.Recorded.Generation stored) {
      return "in generation " + stored.generation() + ", last with batch " + stored.batch();
    }
    Change.Recorded.Line line = (Change.Recorded.Line) then;
    return "in " + line.span().map(Object::toString).orElse(line.file());
  }

  /** How many changes there are of each verdict: {@code 1 refused, 2 safe}. */
  static String count(List<Change> changes) {
    return changes.stream()
        .collect(
            Collectors.groupingBy(
                Change::verdict,
                () -> new java.util.TreeMap<>(java.util.Comparator.reverseOrder()),
                Collectors.counting()))
        .entrySet()
        .stream()
        .map(e -> e.getValue() + " " + e.getKey().word())
        .collect(Collectors.joining(", "));
  }
}
