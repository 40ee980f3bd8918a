package tidemark.runner.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.Layout;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.Reading;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.RowValue;

class LayoutsTest {
  private static final String WATERMARK = "watermark: {column: ts, delay: 1 minute}";

  private static Layout layout(String sourceExtra, String steps, String sinkFrom, String rest) {
    Compiled compiled = Compiled.of(Yaml.pipeline(sourceExtra, steps, sinkFrom, rest));
    compiled.plan();
    return Layouts.of(compiled.compilation().orElseThrow());
  }

  private static NodeLayout counted(String above) {
    String steps =
        above
            + """
            counted:
              from: kept
              aggregate:
                window: {tumbling: 5 minutes}
                by: [k]
                compute: {n: count(*), s: sum(v)}
            """;
    return layout(WATERMARK, steps, "counted", "").node("steps.counted").orElseThrow();
  }

  @Test
  void documentIsReadBackAsItWasWritten() {
    Layout layout =
        layout(
            WATERMARK,
            """
            kept: {from: in, with: {lag: ts - TIMESTAMP '2024-01-01T00:00:00Z'}}
            once: {from: kept, deduplicate: {by: [k, v], within: 1 day}}
            visits:
              from: once
              aggregate: {window: {session: 5 minutes}, by: [k], compute: {n: count(*), a: avg(v)}}
            """,
            "visits",
            "time_zone: Asia/Tokyo");
    assertThat(Layout.parse(layout.json())).isEqualTo(layout);
    assertThat(layout.json()).isEqualTo(Layout.parse(layout.json()).json());
  }

  @Test
  void groupsAreDescribedByteForByte() {
    StateLayout state = counted("kept: {from: in, filter: v > 0}\n").state().orElseThrow();
    StoreLayout groups = state.store("groups").orElseThrow();
    assertThat(groups.rowKey()).containsExactly(KeyPart.GROUP, KeyPart.time(1), KeyPart.key(2));
    assertThat(groups.key()).extracting(StateField::name).containsExactly("window_end", "k");
    assertThat(groups.rowValue()).isEqualTo(RowValue.FIELDS);
    assertThat(groups.value())
        .extracting(StateField::expression)
        .containsExactly("count(*)", "sum(v)");
    assertThat(groups.value()).extracting(StateField::id).containsExactly(3, 4);
    assertThat(groups.value())
        .extracting(StateField::type)
        .containsExactly(SimpleType.BIGINT, SimpleType.BIGINT);
    assertThat(groups.layout()).isEqualTo(1);
    assertThat(groups.layouts()).containsOnlyKeys(1);
    assertThat(state.nextFieldId()).isEqualTo(5);
  }

  @Test
  void sessionsHaveAnIndexByTheirEnd() {
    StateLayout state =
        layout(
                WATERMARK,
                """
                visits:
                  from: in
                  aggregate: {window: {session: 5 minutes}, by: [k], compute: {n: count(*)}}
                """,
                "visits",
                "")
            .node("steps.visits")
            .orElseThrow()
            .state()
            .orElseThrow();
    StoreLayout sessions = state.store("sessions").orElseThrow();
    int start = 1;
    int user = 2;
    int end = 3;
    assertThat(sessions.rowKey())
        .containsExactly(KeyPart.GROUP, KeyPart.key(user), KeyPart.time(start));
    assertThat(sessions.value())
        .extracting(StateField::name)
        .containsExactly("window_end", "count");
    assertThat(state.store("session_ends").orElseThrow().rowKey())
        .containsExactly(KeyPart.GROUP, KeyPart.time(end), KeyPart.key(user), KeyPart.time(start));
  }

  @Test
  void keyThatClosesItsGroupStandsInFrontToo() {
    StateLayout state =
        layout(
                WATERMARK,
                "c: {from: in, aggregate: {by: [k, ts], compute: {n: count(*)}}}\n",
                "c",
                "")
            .node("steps.c")
            .orElseThrow()
            .state()
            .orElseThrow();
    assertThat(state.stores().get(0).rowKey())
        .containsExactly(KeyPart.GROUP, KeyPart.closing(2), KeyPart.key(1), KeyPart.key(2));
  }

  @Test
  void inputIsWhatItIsMadeOfHoweverTheStepsAreCut() {
    NodeLayout one = counted("kept: {from: in, filter: v > 0 AND k = 'a'}\n");
    NodeLayout two =
        counted(
            """
            first: {from: in, filter: k = 'a'}
            kept: {from: first, filter: v > 0}
            """);
    assertThat(one.reads())
        .containsExactly(
            new Reading(
                List.of(
                    new Reading.Branch(
                        "sources.in",
                        List.of("sources.in.watermark"),
                        List.of("(k = 'a')", "(v > 0)"),
                        List.of("k", "ts", "v")))));
    assertThat(two.reads()).isEqualTo(one.reads());
    assertThat(two.state()).isEqualTo(one.state());
  }

  @Test
  void meaningSeesThroughProjectionsAndLosslessCasts() {
    NodeLayout doubled = counted("kept: {from: in, with: {v: v * 2}}\n");
    assertThat(meanings(doubled)).containsEntry("sum(v)", List.of("sum((v * 2))"));
    NodeLayout renamed =
        counted(
            """
            first: {from: in, rename: {w: v}}
            kept: {from: first, select: {k: k, ts: ts, v: CAST(w AS BIGINT)}}
            """);
    assertThat(meanings(renamed)).containsEntry("sum(v)", List.of("sum(v)"));
  }

  @Test
  void unionIsTakenApart() {
    NodeLayout node =
        counted(
            """
            small: {from: in, filter: v < 5}
            large: {from: in, filter: v > 50}
            kept: {union: [small, large]}
            """);
    assertThat(node.reads().get(0).branches())
        .extracting(Reading.Branch::where)
        .containsExactly(List.of("(v < 5)"), List.of("(v > 50)"));
    assertThat(meanings(node)).containsEntry("sum(v)", List.of("sum(v)", "sum(v)"));
  }

  @Test
  void columnsThatADeduplicationHandsOnAreWrittenOutAndAreNotItsState() {
    NodeLayout once =
        layout(
                WATERMARK,
                """
                kept: {from: in, with: {v: v * 2}}
                once: {from: kept, deduplicate: {by: [k, ts], within: watermark}}
                """,
                "once",
                "")
            .node("steps.once")
            .orElseThrow();
    Reading.Branch branch = once.reads().get(0).branches().get(0);
    assertThat(branch.columns()).containsExactly("k", "ts");
    assertThat(branch.passed()).containsEntry("v", "(v * 2)").containsEntry("k", "k");
  }

  private static Map<String, List<String>> meanings(NodeLayout node) {
    Map<String, List<String>> all = new java.util.HashMap<>();
    node.state()
        .orElseThrow()
        .fields()
        .forEach(field -> all.put(field.expression(), field.meaning()));
    return all;
  }
}
