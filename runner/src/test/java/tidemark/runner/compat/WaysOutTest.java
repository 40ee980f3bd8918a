package tidemark.runner.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.DataType;

/** A way out is offered where it leads out. */
class WaysOutTest {
  private static final String SHOP =
      """
      format: 1
      pipeline: shop
      sources:
        orders:
          file: {path: in, format: ndjson}
          columns:
            shop: string
            at: timestamp
            status: int
            amount: bigint
          watermark: {column: at, delay: 10 minutes}
      steps:
        sales:
          from: orders
          aggregate:
            window: {tumbling: 5 minutes}
            by: [shop, amount]
            compute: {n: count(*) FILTER (WHERE status < 500), low: min(amount)}
      sinks:
        out: {from: sales, file: {path: out, format: ndjson}}
      """;

  private static final StoredFacts NOTHING_FITS =
      new StoredFacts() {
        @Override
        public boolean fits(String step, int field, DataType type) {
          return false;
        }

        @Override
        public boolean hasNoNull(String step, int field) {
          return false;
        }

        @Override
        public boolean areKnown() {
          return true;
        }
      };

  private static String changed(String... replacements) {
    String text = SHOP;
    for (int i = 0; i < replacements.length; i += 2) {
      assertThat(text).contains(replacements[i]);
      text = text.replace(replacements[i], replacements[i + 1]);
    }
    return text;
  }

  private static Change change(String after, String id) {
    return change(after, id, StoredFacts.NONE);
  }

  private static Change change(String after, String id, StoredFacts facts) {
    return of(Checked.compare(SHOP, after, facts), id);
  }

  private static Change of(Comparison comparison, String id) {
    List<Change> changes = comparison.changes();
    return changes.stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + changes));
  }

  private static boolean offersScan(String after, String id) {
    return change(after, id).waysOut().stream().anyMatch(way -> way.contains("--scan-state"));
  }

  @Test
  void rowsAreOfferedToBeReadWhereTheyShowWhatIsStored() {
    String narrower = changed("amount: bigint", "amount: int");
    assertThat(offersScan(narrower, "sources.orders.amount.type")).isTrue();
    assertThat(offersScan(narrower, "steps.sales.amount.type")).isTrue();
    assertThat(offersScan(narrower, "steps.sales.low.type")).isTrue();
    String required = changed("shop: string", "shop: string not null");
    assertThat(offersScan(required, "steps.sales.shop.nullable")).isTrue();
  }

  @Test
  void rowsAreNotOfferedToBeReadWhereNoStepKeepsTheColumn() {
    for (String type : List.of("smallint", "string")) {
      Change status =
          change(changed("status: int", "status: " + type), "sources.orders.status.type");
      assertThat(status.verdict()).isEqualTo(Verdict.REFUSED);
      assertThat(status.reason())
          .isEqualTo("what `steps.sales` keeps came about from values of the old type");
      assertThat(status.waysOut())
          .containsExactly("keep the type, and cast where the column is used");
    }
  }

  @Test
  void rowsAreNotOfferedToBeReadWhereNoStoredValueIsOneOfTheNewType() {
    String text = changed("amount: bigint", "amount: string");
    assertThat(offersScan(text, "sources.orders.amount.type")).isFalse();
    assertThat(offersScan(text, "steps.sales.amount.type")).isFalse();
    assertThat(offersScan(text, "steps.sales.low.type")).isFalse();
  }

  @Test
  void rowsThatWereReadAreNotOfferedToBeReadAgain() {
    String narrower = changed("amount: bigint", "amount: int");
    for (String id :
        List.of("sources.orders.amount.type", "steps.sales.amount.type", "steps.sales.low.type")) {
      assertThat(change(narrower, id, NOTHING_FITS).waysOut())
          .isNotEmpty()
          .noneMatch(way -> way.contains("--scan-state"));
    }
    String required = changed("shop: string", "shop: string not null");
    assertThat(change(required, "steps.sales.shop.nullable", NOTHING_FITS).waysOut())
        .noneMatch(way -> way.contains("--scan-state"));
  }

  @Test
  void changeOfAColumnsTypeStandsAtTheColumn() {
    Change retyped = change(changed("status: int", "status: string"), "sources.orders.status.type");
    assertThat(retyped.now()).hasToString("after.yaml:9:7");
    assertThat(
            change(
                    changed("shop: string", "shop: string\n      more: int"),
                    "sources.orders.more.added")
                .now())
        .hasToString("after.yaml:8:7");
  }

  @Test
  void windowThatChangesWithTheColumnsIsDrainedAfterThem() {
    Change window =
        change(
            changed("5 minutes", "1 hour", "low: min(amount)", "top: max(amount), s: sum(amount)"),
            "steps.sales.window");
    assertThat(window.verdict()).isEqualTo(Verdict.REFUSED);
    assertThat(window.reason())
        .endsWith(
            "; it cannot be drained, because both definitions have to yield the same columns:"
                + " `low` is gone, `top`, `s` are new");
    assertThat(window.waysOut())
        .containsExactly(
            "make the changes one after the other: the columns first, and once a batch is"
                + " committed with them, this one with `upgrade: {drain: [sales]}`",
            "give the step a new id, so that it starts empty; the old state is dropped then");
    assertThat(change(changed("5 minutes", "1 hour"), "steps.sales.window").waysOut())
        .contains("let what is open close by the old definition: `upgrade: {drain: [sales]}`");
  }

  @Test
  void columnsThatTheStateCannotFollowAloneAreNoFirstStep() {
    for (String keys : List.of("by: [shop]", "by: [shop, amount, status]")) {
      Change window =
          change(changed("5 minutes", "1 hour", "by: [shop, amount]", keys), "steps.sales.window");
      assertThat(window.reason()).contains("it cannot be drained, because");
      assertThat(window.waysOut())
          .containsExactly(
              "give the step a new id, so that it starts empty; the old state is dropped then");
    }
    Change retyped =
        change(
            changed("5 minutes", "1 hour", "min(amount)", "avg(amount)"),
            "steps.sales.low.expression");
    assertThat(retyped.reason()).endsWith("`low` was bigint, is double");
    assertThat(retyped.waysOut()).contains("give it a new name beside the old one");
    assertThat(retyped.waysOut()).noneMatch(way -> way.contains("drain"));
  }

  @Test
  void columnsInAnotherOrderAreAFirstStep() {
    Change window =
        change(
            changed(
                "5 minutes",
                "1 hour",
                "n: count(*) FILTER (WHERE status < 500), low: min(amount)",
                "low: min(amount), n: count(*) FILTER (WHERE status < 500)"),
            "steps.sales.window");
    assertThat(window.reason()).endsWith("the same columns: they are in another order");
    assertThat(window.waysOut()).anyMatch(way -> way.contains("one after the other"));
  }

  /** The checkpoint holds the mask where the file held a secret: nothing can be computed by it. */
  @Test
  void whatASecretDecidesCannotBeDrained() {
    String masked = changed("low: min(amount)", "low: \"concat(min(amount), '***')\"");
    String drained = "upgrade: {drain: [sales]}\n";
    Change window =
        of(
            Checked.compare(masked, masked.replace("5 minutes", "6 minutes") + drained),
            "steps.sales.window");
    assertThat(window.verdict()).isEqualTo(Verdict.REFUSED);
    assertThat(window.reason()).contains("the old definition holds a secret");
    assertThat(window.waysOut()).noneMatch(way -> way.contains("drain"));
    String update = "output_mode: update\n";
    assertThat(
            of(Checked.compare(masked + update, masked + drained), "steps.sales.drain").verdict())
        .isEqualTo(Verdict.REFUSED);
  }
}
