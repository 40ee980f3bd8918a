package tidemark.runner.language;

import static tidemark.runner.language.Key.optional;
import static tidemark.runner.language.Key.required;
import static tidemark.runner.language.Shapes.BOOLEAN;
import static tidemark.runner.language.Shapes.COUNT;
import static tidemark.runner.language.Shapes.NAME;
import static tidemark.runner.language.Shapes.PATH;
import static tidemark.runner.language.Shapes.TEXT;
import static tidemark.runner.language.Shapes.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.runner.language.Shape.Anything;
import tidemark.runner.language.Shape.Either;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;
import tidemark.runner.spec.TestSpec.Match;
import tidemark.runner.spec.TestStepSpec.CrashBoundary;

/** A test suite. */
final class SuiteShapes {
  private static final Shape ROWS =
      new Items(new Names(TextKind.NAME, new Anything(), Size.ANY), Size.ANY);
  private static final Shape CODES =
      new Either(
          List.of(
              words("any"),
              new Text(TextKind.CODE),
              new Items(new Text(TextKind.CODE), Size.AT_LEAST_ONE)));

  private SuiteShapes() {}

  static Mapping suite(Mapping pipeline) {
    Shape reference = new Either(List.of(PATH, pipeline));
    return new Mapping(
        "suite",
        "Tests of a pipeline: rows in, rows expected, crashes included.",
        List.of(
            required("format", new Text(TextKind.FORMAT), "The version of the language.", "1"),
            required(
                "pipeline",
                reference,
                "The pipeline's file, or the pipeline itself.",
                "pipeline.yaml"),
            optional("description", TEXT, "For readers."),
            required("tests", new Items(test(reference), Size.AT_LEAST_ONE), "The tests.")));
  }

  private static Mapping test(Shape pipeline) {
    Items steps = new Items(step(pipeline), Size.AT_LEAST_ONE);
    return new Mapping(
            "test",
            "One test, in a folder and with a checkpoint of its own.",
            List.of(
                required(
                    "name",
                    NAME,
                    "A sentence; no other test of the suite has it.",
                    "a late row is dropped"),
                optional("description", TEXT, "For readers."),
                optional("ordered", BOOLEAN, "Whether the order of rows counts; false.", "true"),
                optional(
                    "match",
                    words(Match.values()),
                    "With subset, columns that are not written are not compared; exact.",
                    "subset"),
                optional(
                    "refused",
                    CODES,
                    "The pipeline does not pass lint, with these codes.",
                    "TM401"),
                optional("steps", steps, "What happens, in order.", "[{give: {}}]"),
                optional(
                    "finally",
                    expect("finally", "What the sinks hold in the end."),
                    "What the sinks hold in the end, each row once, whatever crashed.",
                    "{out: []}")))
        .with(Choice.of(List.of("refused", "steps")));
  }

  private static Mapping step(Shape pipeline) {
    List<String> other = List.of("run");
    return new Mapping(
            "test_step",
            "Gives input and runs until idle; or restarts, or crashes.",
            List.of(
                optional(
                    "give",
                    new Names(TextKind.NAME, input(), Size.ANY),
                    "Hands each named source one unit of input, and runs until idle.",
                    "{access: [{ts: \"2026-01-01T12:00:00Z\", site: a}]}"),
                optional("run", BOOLEAN, "With false, input is only handed over; true.", "false"),
                optional(
                    "restart",
                    new Either(List.of(new Text(TextKind.BOOLEAN), restart(pipeline))),
                    "Opens the checkpoint again, with a changed pipeline if one is named.",
                    "true"),
                optional(
                    "crash",
                    crash(),
                    "That batch will die right after the boundary.",
                    "{batch: 2, at: sink_committed}"),
                optional(
                    "expect",
                    expect("expect", "What the step gives."),
                    "What comes out in this step.",
                    "{out: []}")))
        .with(
            new Choice(
                List.of(
                    Choice.only("give"),
                    new Choice.Case("restart", List.of(), other),
                    new Choice.Case("crash", List.of(), List.of("run", "expect")))));
  }

  private static Mapping restart(Shape pipeline) {
    return new Mapping(
        "restart",
        "Goes on with a changed pipeline.",
        List.of(required("pipeline", pipeline, "The pipeline from now on.", "changed.yaml")));
  }

  private static Mapping crash() {
    return new Mapping(
        "crash",
        "Where a batch dies.",
        List.of(
            required("batch", COUNT, "The id of the batch.", "2"),
            required("at", words(CrashBoundary.values()), "The boundary.", "sink_committed")));
  }

  private static Shape input() {
    List<Shape> one = new ArrayList<>(List.of(ROWS, form("file_input", List.of())));
    Key files =
        optional(
            "files",
            new Items(new Either(List.copyOf(one)), Size.AT_LEAST_ONE),
            "Several files at once.",
            "[[], {lines: x}]");
    return new Either(List.of(ROWS, form("input", List.of(files))));
  }

  private static Mapping form(String name, List<Key> more) {
    List<Key> keys = new ArrayList<>();
    keys.add(optional("lines", TEXT, "The text of the file as it is.", "\"a\\nb\\n\""));
    keys.add(optional("file", PATH, "A file that is copied.", "rows.ndjson"));
    keys.addAll(more);
    return new Mapping(name, "Input that is not written as rows.", keys)
        .with(Choice.of(keys.stream().map(Key::name).toList()));
  }

  private static Mapping expect(String name, String meaning) {
    return new Mapping(
        name,
        meaning + " Other keys are sinks' ids with their rows.",
        List.of(
            optional(
                "batches",
                new Items(batch(), Size.ANY),
                "One entry for each micro-batch; only written keys are compared.",
                "[{input_rows: 1, rows: {out: []}}]"),
            optional(
                "bad_records",
                new Names(TextKind.NAME, COUNT, Size.AT_LEAST_ONE),
                "Records of each source that could not be decoded.",
                "{access: 1}"),
            optional("error", CODES, "The run fails in this step.", "TM601"),
            optional("refused", CODES, "The checkpoint refuses the pipeline.", "TM503")),
        List.of(),
        Optional.of(ROWS));
  }

  private static Mapping batch() {
    return new Mapping(
        "batch",
        "What is expected of one micro-batch.",
        List.of(
            optional(
                "rows",
                new Names(TextKind.NAME, ROWS, Size.ANY),
                "The rows of each sink.",
                "{out: []}"),
            optional("batch", COUNT, "Its id.", "2"),
            optional("no_data", BOOLEAN, "Whether it had no input.", "true"),
            optional("input_rows", COUNT, "How many rows it read.", "3"),
            optional("watermark", NAME, "The watermark it used.", "\"2026-01-01T00:00:00Z\""),
            optional(
                "watermark_after",
                NAME,
                "The watermark of the next one.",
                "\"2026-01-01T00:00:00Z\""),
            optional(
                "state",
                new Names(TextKind.NAME, state(), Size.AT_LEAST_ONE),
                "The state of each step.",
                "{traffic: {rows: 1, dropped_late: 0}}")));
  }

  private static Mapping state() {
    return new Mapping(
        "state",
        "What is expected of a step's state.",
        List.of(
            optional("rows", COUNT, "Rows that are stored.", "1"),
            optional("updated", COUNT, "Rows that were written.", "1"),
            optional("removed", COUNT, "Rows that were removed.", "0"),
            optional("dropped_late", COUNT, "Rows that came too late.", "0")));
  }
}
