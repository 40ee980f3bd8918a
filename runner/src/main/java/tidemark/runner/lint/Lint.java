package tidemark.runner.lint;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.PipelineCompiler;
import tidemark.runner.spec.PipelineSpec;

/** All that can be said about a pipeline without touching the world: errors, then warnings. */
public final class Lint {
  private static final List<Rule> RULES =
      List.of(
          new FoldersOverlap(),
          new UpdatesNeedLatest(),
          new KeyTellsGroupsApart(),
          new SourceCannotReplay(),
          new AnswerMayBeLost(),
          new SinksCommitApart(),
          new SinkMayRepeat(),
          new LiveTable(),
          new StateGrows(),
          new KeyedStateGrows(),
          new WatermarkBoundsNothing(),
          new DaysOfAnotherZone(),
          new SecretDecidesState());

  private Lint() {}

  /** Compiles the pipeline and, if it has no errors, adds what every rule finds. */
  public static Compilation check(
      PipelineSpec spec, List<Connector> connectors, Diagnostics found) {
    Compilation compilation = PipelineCompiler.compile(spec, connectors, found);
    compilation.plan().ifPresent(p -> RULES.forEach(r -> r.check(compilation, p, found)));
    return compilation;
  }

  /** The codes that the rules report. */
  public static Set<Code> codes() {
    Set<Code> codes = new TreeSet<>();
    RULES.forEach(r -> codes.add(r.code()));
    return codes;
  }
}
