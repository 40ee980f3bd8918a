package tidemark.runner.lint;

import tidemark.operators.connector.Delivery;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;

/** What a sink was sent once, and nobody can be asked about, may wait for a person (TM646). */
final class AnswerMayBeLost implements Rule {
  @Override
  public Code code() {
    return Code.TM646;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    for (SinkDefinition sink : compilation.sinks().values()) {
      if (sink.delivery() == Delivery.SENT_ONCE && !sink.canTell()) {
        found.warning(
            code(),
            sink.span(),
            "where the answer to a batch of `%s` is lost, the pipeline stands still until someone says what became of it"
                .formatted(sink.id()),
            "set `idempotent: true` if its receiver does nothing with a key that it knows, or say"
                + " how it is asked: `outcome_url` for http, `outcome_command` for exec");
      }
    }
  }
}
