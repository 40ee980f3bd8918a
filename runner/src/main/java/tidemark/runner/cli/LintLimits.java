package tidemark.runner.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.reader.LintPolicyReader;
import tidemark.runner.report.Amounts;
import tidemark.runner.report.LintReport.LintedFile;
import tidemark.runner.spec.LintPolicy;

/** How strict lint is: what the command line says, and the policies of folders. */
final class LintLimits {
  private final LintPolicies policies = new LintPolicies();
  private final Set<Code> denied;
  private final Optional<Long> maxWarnings;

  private LintLimits(Set<Code> denied, Optional<Long> maxWarnings) {
    this.denied = Set.copyOf(denied);
    this.maxWarnings = maxWarnings;
  }

  static CommandSpec withOptions(CommandSpec spec) {
    return spec.addOption(
            Options.text(
                "--max-warnings", "N", "Fail if there are more warnings than N; 0 allows none."))
        .addOption(
            Options.texts("--deny", "CODE", "Warnings of this code are errors; may be repeated."));
  }

  static LintLimits of(ParseResult arguments) {
    Set<Code> denied = new HashSet<>();
    for (String word : arguments.matchedOptionValue("--deny", List.<String>of())) {
      denied.add(
          ExplainCodeCommand.code(word)
              .orElseThrow(() -> Options.bad(arguments, "There is no code '%s'".formatted(word))));
    }
    String most = arguments.matchedOptionValue("--max-warnings", "");
    if (!most.matches("\\d{0,9}")) {
      throw Options.bad(arguments, "--max-warnings needs a number, not '%s'".formatted(most));
    }
    return new LintLimits(
        denied, most.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(most)));
  }

  /** The policy of a file, if it has one that can be read. */
  Optional<LintPolicy> policy(String file) {
    return policies.of(file).flatMap(LintPolicyReader.Result::policy);
  }

  /** The files with denied warnings as errors; behind them policies with findings of their own. */
  List<LintedFile> judged(List<LintedFile> files) {
    List<LintedFile> judged = new ArrayList<>();
    Map<String, LintedFile> broken = new LinkedHashMap<>();
    for (LintedFile file : files) {
      Optional<LintPolicyReader.Result> policy = policies.of(file.file());
      Set<Code> codes = new HashSet<>(denied);
      policy.flatMap(LintPolicyReader.Result::policy).ifPresent(p -> codes.addAll(p.denied()));
      judged.add(
          new LintedFile(
              file.file(),
              file.found().stream().map(d -> judged(d, codes)).toList(),
              file.texts(),
              file.mask()));
      policy
          .filter(result -> !result.found().isEmpty())
          .ifPresent(
              result -> {
                String name = result.found().get(0).span().file();
                broken.put(name, new LintedFile(name, result.found(), result.texts(), t -> t));
              });
    }
    judged.addAll(broken.values());
    return judged;
  }

  private static Diagnostic judged(Diagnostic finding, Set<Code> codes) {
    boolean raised = finding.severity() == Severity.WARNING && codes.contains(finding.code());
    return raised
        ? new Diagnostic(
            finding.code(), Severity.ERROR, finding.span(), finding.message(), finding.hint())
        : finding;
  }

  /** What says that there are too many warnings; empty if there are not. */
  Optional<String> exceeded(List<LintedFile> files) {
    if (maxWarnings.isPresent()) {
      long all = files.stream().mapToLong(LintLimits::warnings).sum();
      return exceeded(all, maxWarnings.get(), "--max-warnings");
    }
    Map<LintPolicy, Long> counts = new LinkedHashMap<>();
    for (LintedFile file : files) {
      policy(file.file()).ifPresent(p -> counts.merge(p, warnings(file), Long::sum));
    }
    return counts.entrySet().stream()
        .flatMap(
            e ->
                e
                    .getKey()
                    .maxWarnings()
                    .flatMap(most -> exceeded(e.getValue(), most, e.getKey().file()))
                    .stream())
        .findFirst();
  }

  private static Optional<String> exceeded(long warnings, long most, String by) {
    return warnings <= most
        ? Optional.empty()
        : Optional.of(
            "%s, and %s allows %d"
                .formatted(Amounts.count(warnings, "warning", "warnings"), by, most));
  }

  private static long warnings(LintedFile file) {
    return file.found().stream().filter(d -> d.severity() == Severity.WARNING).count();
  }
}
