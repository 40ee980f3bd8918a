package tidemark.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.baseline.GitVersion;
import tidemark.runner.baseline.StoredBaseline;
import tidemark.runner.compat.Baseline;
import tidemark.runner.compat.Change;
import tidemark.runner.compat.CheckRequest;
import tidemark.runner.compat.Comparison;
import tidemark.runner.compat.CompatibilityCheck;
import tidemark.runner.compat.IdleEntries;
import tidemark.runner.compat.Policy;
import tidemark.runner.compat.StoredFacts;
import tidemark.runner.compat.SubjectPlaces;
import tidemark.runner.compat.Verdict;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.Layouts;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.Places;
import tidemark.runner.report.LintReport.ComparedPlan;
import tidemark.runner.report.LintReport.LintedFile;
import tidemark.runner.spec.UpgradeSpec;
import tidemark.statestore.checkpoint.CheckpointView;

/** Holds one pipeline file against a checkpoint or against another pipeline file. */
final class LintComparison {
  private static final String GIT = "git:";

  private final PipelineFiles files;
  private final Compilation pipeline;
  private final Policy policy;
  private final List<String> accepted;

  /**
   * @param pipeline the file's, without errors
   * @param otherwise the policy where the command line names none
   */
  LintComparison(
      PipelineFiles files, Compilation pipeline, ParseResult arguments, String otherwise) {
    this.files = files;
    this.pipeline = pipeline;
    this.policy =
        Policy.of(
            Options.word(
                arguments, "--policy", otherwise, List.of("strict", "standard", "lenient")));
    this.accepted = arguments.matchedOptionValue("--accept", List.<String>of());
  }

  /**
   * What came of it.
   *
   * @param warnings about entries of {@code upgrade} that do nothing
   */
  record Result(ComparedPlan compared, List<Diagnostic> warnings) {}

  /**
   * Against what a checkpoint holds; empty if it has no committed batch.
   *
   * @param scan whether the rows are read where a verdict hangs on them
   */
  Optional<Result> checkpoint(String folder, LintedFile file, FactSource scan) {
    CheckpointView view = StateOptions.open(folder);
    Optional<StoredBaseline> stored = StoredBaseline.of(view);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    StoredBaseline baseline = stored.get();
    Path absolute = Path.of(folder).toAbsolutePath().normalize();
    Layout now = layout(pipeline);
    CheckRequest request =
        request(
            baseline.layout(),
            now.withPlaces(new Places(now.places().pipeline(), absolute.toString())),
            new Baseline.Stored(baseline.generation(), baseline.batch()),
            scan.facts(view, baseline));
    String against =
        folder + " (generation " + baseline.generation() + ", batch " + baseline.batch() + ")";
    return Optional.of(result(request, against, file));
  }

  /** Where facts about rows come from. */
  @FunctionalInterface
  interface FactSource {
    /** The facts of the baseline's batch. */
    StoredFacts facts(CheckpointView view, StoredBaseline baseline);
  }

  /** Against another file, or the same file at a commit: {@code git:REF}. */
  Result file(String other, LintedFile file) {
    if (!other.startsWith(GIT)) {
      return against(other, other, file);
    }
    String commit = other.substring(GIT.length());
    try (GitVersion version = GitVersion.of(Path.of(file.file()), commit)) {
      return against(version.pipeline().toString(), commit + ":" + file.file(), file);
    }
  }

  private Result against(String path, String shown, LintedFile file) {
    CheckedPipeline checked = files.check(path);
    Compilation old =
        checked
            .runnable()
            .orElseThrow(
                () ->
                    new Failure(
                        Code.TM115,
                        shown + " has errors itself: " + errors(checked),
                        "compare with a file that passes `tidemark lint`"));
    CheckRequest request =
        request(
            layout(old),
            layout(pipeline),
            new Baseline.OtherFile(shown, places(old, shown)),
            StoredFacts.NONE);
    return result(request, shown, file);
  }

  /** Places under the name that the user knows the file by; those in a schema file stay. */
  private static Map<String, Span> places(Compilation old, String shown) {
    Map<String, Span> places = new HashMap<>();
    SubjectPlaces.of(old.spec())
        .forEach(
            (subject, span) ->
                places.put(
                    subject,
                    span.file().equals(old.spec().file())
                        ? new Span(shown, span.line(), span.column(), span.length())
                        : span));
    return places;
  }

  private static String errors(CheckedPipeline checked) {
    return checked.findings().stream()
        .map(d -> d.code() + " " + d.message())
        .collect(Collectors.joining("; "));
  }

  private Layout layout(Compilation compilation) {
    return Layout.parse(Layouts.of(compilation).json(files::mask));
  }

  private CheckRequest request(Layout before, Layout now, Baseline baseline, StoredFacts facts) {
    UpgradeSpec upgrade = pipeline.spec().upgrade().accepting(accepted);
    return new CheckRequest(
        before,
        now,
        upgrade,
        baseline,
        SubjectPlaces.of(pipeline.spec()),
        pipeline.spec().file(),
        facts);
  }

  private Result result(CheckRequest request, String against, LintedFile file) {
    Comparison comparison = CompatibilityCheck.compare(request);
    List<String> ids = request.upgrade().accepted();
    List<String> failing = new ArrayList<>();
    comparison.failing(policy, ids).stream().map(Change::id).forEach(failing::add);
    ComparedPlan compared =
        new ComparedPlan(
            file,
            against,
            policy,
            comparison.changes(),
            new TreeSet<>(failing),
            new TreeSet<>(
                comparison.changes().stream()
                    .filter(c -> c.verdict() == Verdict.SHIFTS_RESULTS)
                    .map(Change::id)
                    .filter(ids::contains)
                    .toList()));
    return new Result(compared, IdleEntries.of(request, comparison));
  }
}
