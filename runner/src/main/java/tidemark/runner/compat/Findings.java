package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tidemark.operators.diagnostics.Span;

/** Collects the changes of one comparison and gives each its places. */
final class Findings {
  private final CheckRequest request;
  private final Renaming renaming;
  private final List<Change> changes = new ArrayList<>();

  Findings(CheckRequest request, Renaming renaming) {
    this.request = request;
    this.renaming = renaming;
  }

  /** Starts a change of a subject; {@code aspect} is the last part of its id. */
  Draft of(String subject, String aspect, String change) {
    return new Draft(subject, aspect, change);
  }

  /** {@code batch 18}, or {@code the next batch} where that is not known. */
  String fromBatch() {
    OptionalLong next = request.baseline().nextBatch();
    return next.isPresent() ? "batch " + next.getAsLong() : "the next batch";
  }

  /** All changes, the worst first, then by place. */
  List<Change> changes() {
    return changes.stream()
        .sorted(
            Comparator.comparing(Change::verdict)
                .reversed()
                .thenComparing(c -> c.now().line())
                .thenComparing(c -> c.now().column())
                .thenComparing(Change::id))
        .toList();
  }

  boolean refused() {
    return changes.stream().anyMatch(c -> c.verdict() == Verdict.REFUSED);
  }

  /** A change that still lacks its verdict. */
  final class Draft {
    private final String subject;
    private final String aspect;
    private final String change;
    private Optional<String> placed = Optional.empty();
    private Optional<String> recorded = Optional.empty();

    private Draft(String subject, String aspect, String change) {
      this.subject = subject;
      this.aspect = aspect;
      this.change = change;
    }

    /** Where it stands now, if that is not the subject. */
    Draft at(String path) {
      placed = Optional.of(path);
      return this;
    }

    /** The old path, where it is not the subject's. */
    Draft was(String path) {
      recorded = Optional.of(path);
      return this;
    }

    void same(String reason) {
      add(Verdict.SAME, reason, List.of());
    }

    void safe(String reason, String... waysOut) {
      add(Verdict.SAFE, reason, List.of(waysOut));
    }

    void migrates(String reason, String... waysOut) {
      add(Verdict.MIGRATES, reason, List.of(waysOut));
    }

    /** The line that accepts the change is added to the ways out. */
    void shifts(String reason, String... waysOut) {
      List<String> all = new ArrayList<>();
      all.add("accept it: `" + Lines.accept(id()) + "`, or pass `--accept " + id() + "`");
      all.addAll(List.of(waysOut));
      add(Verdict.SHIFTS_RESULTS, reason, all);
    }

    void refused(String reason, String... waysOut) {
      add(Verdict.REFUSED, reason, List.of(waysOut));
    }

    private String id() {
      return aspect.isEmpty() ? subject : subject + "." + aspect;
    }

    private void add(Verdict verdict, String reason, List<String> waysOut) {
      Span now = SubjectPlaces.find(request.places(), placed.orElse(subject));
      changes.add(
          new Change(
              id(),
              subject,
              change,
              verdict,
              reason,
              waysOut,
              now == null ? Span.ofFile(request.file()) : now,
              request.baseline().recorded(recorded.orElseGet(() -> renaming.was(subject)))));
    }
  }
}
