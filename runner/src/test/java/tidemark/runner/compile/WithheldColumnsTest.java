package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.types.Field;

class WithheldColumnsTest {
  private static final String COUNTS =
      """
      format: 1
      pipeline: counts
      sources:
        events: {file: {path: in, format: ndjson}, columns: {k: string}}
      steps:
        per_key: {from: events, aggregate: {by: [k], compute: {n: count(*), known: count(k)}}}
      sinks:
        out: {from: per_key, file: {path: out, format: ndjson}}
      output_mode: update
      """;

  private static List<String> columns(String yaml) {
    PlanNode node =
        Compiled.of(yaml).plan().nodes().stream()
            .filter(n -> n.id().equals("steps.per_key"))
            .findFirst()
            .orElseThrow();
    return node.schema().fields().stream().map(Field::ddl).toList();
  }

  @Test
  void aCountThatIsWithheldFromGroupsThatExistMayBeNull() {
    assertThat(columns(COUNTS + "upgrade: {added: {steps.per_key.known: null_until_closed}}\n"))
        .containsExactly("k: string", "n: bigint not null", "known: bigint");
  }

  @Test
  void aCountThatStartsFromNowIsNeverNull() {
    assertThat(columns(COUNTS + "upgrade: {added: {steps.per_key.known: from_now}}\n"))
        .containsExactly("k: string", "n: bigint not null", "known: bigint not null");
  }
}
