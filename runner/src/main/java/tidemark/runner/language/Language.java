package tidemark.runner.language;

import static tidemark.runner.language.Key.optional;
import static tidemark.runner.language.Key.required;
import static tidemark.runner.language.Shapes.NAME;
import static tidemark.runner.language.Shapes.NAMES;
import static tidemark.runner.language.Shapes.PATH;
import static tidemark.runner.language.Shapes.POSITIVE;
import static tidemark.runner.language.Shapes.SIZE;
import static tidemark.runner.language.Shapes.TEXT;
import static tidemark.runner.language.Shapes.words;

import java.util.ArrayList;
import java.util.List;
import tidemark.operators.connector.Connector;
import tidemark.operators.connector.OutputMode;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.runner.language.Shape.Anything;
import tidemark.runner.language.Shape.Either;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;

/** The shapes of the two kinds of files. */
public final class Language {
  private Language() {}

  /**
   * A test suite.
   *
   * @param connectors those whose keys and options a pipeline may use
   */
  public static Mapping suite(List<Connector> connectors) {
    return SuiteShapes.suite(pipeline(connectors));
  }

  /**
   * A pipeline file.
   *
   * @param connectors those whose keys and options a pipeline may use
   */
  public static Mapping pipeline(List<Connector> connectors) {
    List<Key> keys = new ArrayList<>();
    keys.add(required("format", new Text(TextKind.FORMAT), "The version of the language.", "1"));
    keys.add(
        required("pipeline", NAME, "The name; the checkpoint is bound to it.", "site-traffic"));
    keys.add(optional("description", TEXT, "For readers.", "Requests per site and minute."));
    keys.add(
        optional(
            "vars",
            new Names(TextKind.NAME, TEXT, Size.ANY),
            "Variables that scalars take in with ${var:NAME}; --set NAME=VALUE overrides one.",
            "{delay: 10 minutes}"));
    keys.add(
        required(
            "sources",
            new Names(TextKind.ID, SourceShapes.source(connectors), Size.ANY),
            "What is read, by id."));
    keys.add(
        optional(
            "steps",
            new Names(TextKind.ID, StepShapes.step(), Size.ANY),
            "What is done, by id; `from` wires the steps, their order does not matter."));
    keys.add(
        optional(
            "late_rows",
            new Mapping(
                "late_rows",
                "A sink for rows that came too late.",
                List.of(required("sink", NAME, "The id of the sink.", "late"))),
            "A sink for rows that came too late.",
            "{sink: late}"));
    keys.add(
        required(
            "sinks",
            new Names(TextKind.ID, sink(connectors), Size.ANY),
            "Where results go, by id."));
    keys.addAll(howToRun(connectors));
    return new Mapping("pipeline", "A pipeline: sources, steps, sinks, and how to run.", keys);
  }

  private static Mapping sink(List<Connector> connectors) {
    List<Key> kinds = ConnectorShapes.sinks(connectors);
    List<Key> keys = new ArrayList<>();
    keys.add(
        optional(
            "from", NAME, "The source or step whose rows it takes; not for late rows.", "traffic"));
    keys.addAll(kinds);
    return new Mapping("sink", "Where rows go: an input, and one connector.", keys)
        .with(Choice.of(kinds.stream().map(Key::name).toList()));
  }

  private static List<Key> howToRun(List<Connector> connectors) {
    List<Key> kinds = ConnectorShapes.sinks(connectors);
    Mapping deadLetter =
        new Mapping("dead_letter", "A connector that takes bad records and rows.", kinds)
            .with(Choice.of(kinds.stream().map(Key::name).toList()));
    return List.of(
        optional(
            "output_mode",
            words(OutputMode.values()),
            "Final rows once, changed rows, or the whole result; append.",
            "update"),
        optional(
            "trigger",
            new Either(List.of(words("available_now", "once"), every())),
            "Read all there is and stop, in several batches or one; or go on; available_now.",
            "available_now",
            "{every: 10 seconds}"),
        optional(
            "checkpoint",
            PATH,
            "The folder that lets the pipeline go on; --checkpoint wins.",
            "../checkpoints/site-traffic"),
        optional(
            "time_zone",
            new Text(TextKind.ZONE),
            "The zone of dates, and of times without one; UTC.",
            "Europe/Berlin"),
        optional(
            "watermark_policy",
            words(WatermarkPolicy.values()),
            "Which of several watermarks counts; min.",
            "max"),
        optional(
            "dead_letter",
            deadLetter,
            "Takes records of sources with `on_bad_record: dead_letter`, and rows of steps with"
                + " `on_error: dead_letter`."),
        optional(
            "memory",
            new Mapping(
                "memory",
                "How much memory may be used.",
                List.of(optional("state", SIZE, "For keyed state; 512MiB.", "1GiB"))),
            "How much memory may be used.",
            "{state: 512MB}"),
        optional(
            "retain_batches", POSITIVE, "Committed batches whose logs and state stay; 100.", "20"),
        optional("alerts", new Anything(), "Not in this version."),
        optional("upgrade", upgrade(), "What may happen to stored state.", "{drain: [traffic]}"));
  }

  private static Mapping every() {
    return new Mapping(
        "every",
        "Go on until stopped.",
        List.of(required("every", Shapes.DURATION, "The time between batches.", "10 seconds")));
  }

  private static Mapping upgrade() {
    return new Mapping(
        "upgrade",
        "What may happen to the stored state of an earlier version of the pipeline.",
        List.of(
            optional("accept", NAMES, "Ids of changes that may shift results.", "[c1]"),
            optional(
                "moved",
                new Items(move(), Size.ANY),
                "What was renamed; its state goes along.",
                "[{from: steps.old, to: steps.new}]"),
            optional(
                "added",
                new Names(TextKind.NAME, words("from_now", "null_until_closed"), Size.AT_LEAST_ONE),
                "What groups that are open already show for a new aggregate.",
                "{steps.traffic.slow: from_now}"),
            optional("drain", NAMES, "Steps whose open windows end as they began.", "[traffic]"),
            optional("restart", NAMES, "Sources or steps that begin anew.", "[access]")));
  }

  private static Mapping move() {
    return new Mapping(
        "move",
        "The old and the new name of something.",
        List.of(
            required("from", NAME, "Its path before.", "steps.old"),
            required("to", NAME, "Its path now.", "steps.new")));
  }
}
