package tidemark.runner.lint;

import tidemark.operators.connector.LookupConnector;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalOp.StaticScan;
import tidemark.operators.plan.LogicalPlan;
import tidemark.operators.plan.PlanNode;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;

/** What a live table says may be other when a batch is repeated (TM630). */
final class LiveTable implements Rule {
  @Override
  public Code code() {
    return Code.TM630;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (PlanNode node : plan.nodes()) {
      if (node.op() instanceof StaticScan scan) {
        SourceDefinition source = compilation.sources().get(scan.source());
        if (source.connector() instanceof LookupConnector) {
          found.warning(
              code(),
              source.span(),
              "`%s` is live: a batch that is repeated after a crash meets the rows that the table has then"
                  .formatted(scan.source()),
              "if rows change seldom or it does not matter, silence it with a reason; else export"
                  + " the table to files");
        }
      }
    }
  }
}
