package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Changes of a lookup above a step with state are told in the words of the file. */
class LookupChangeTest {
  private static final String PIPELINE =
      """
      format: 1
      pipeline: shop
      sources:
        orders:
          file: {path: in, format: ndjson}
          columns: {at: timestamp, sku: int, pieces: int}
          watermark: {column: at, delay: 1 minute}
        products:
          file: {path: products, format: csv}
          columns: {sku: int, name: string}
          static: true
      steps:
        named:
          from: orders
          lookup:
            source: products
            match: left.sku = right.sku
            select: {at: left.at, name: right.name}
        sales:
          from: named
          aggregate: {window: {tumbling: 1 minute}, by: [name], compute: {n: count(*)}}
      sinks:
        out: {from: sales, file: {path: out, format: ndjson}}
      """;

  @Test
  void whatALookupDoesIsNotToldInWordsOfTheLayout() {
    String after = PIPELINE.replace("name: right.name", "name: upper(right.name)");
    Change change =
        Checked.compare(PIPELINE, after).changes().stream()
            .filter(c -> c.id().equals("steps.sales.input"))
            .findFirst()
            .orElseThrow();
    assertThat(change.verdict()).isEqualTo(Verdict.SHIFTS_RESULTS);
    assertThat(change.toString())
        .contains("what a table is joined by", "`steps.named`")
        .doesNotContain("operator", "column(");
  }
}
