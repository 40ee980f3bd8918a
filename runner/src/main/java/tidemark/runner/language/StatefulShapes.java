package tidemark.runner.language;

import static tidemark.runner.language.Key.optional;
import static tidemark.runner.language.Key.required;
import static tidemark.runner.language.Shapes.BOOLEAN;
import static tidemark.runner.language.Shapes.COLUMNS;
import static tidemark.runner.language.Shapes.DURATION;
import static tidemark.runner.language.Shapes.EXPRESSION;
import static tidemark.runner.language.Shapes.NAME;
import static tidemark.runner.language.Shapes.words;

import java.util.ArrayList;
import java.util.List;
import tidemark.runner.language.Shape.Items;
import tidemark.runner.language.Shape.Mapping;
import tidemark.runner.language.Shape.Names;
import tidemark.runner.language.Shape.Size;
import tidemark.runner.language.Shape.Text;
import tidemark.runner.spec.KeyedRules.TimeDomain;

/** {@code stateful} and what stands in it. */
final class StatefulShapes {
  private StatefulShapes() {}

  static Mapping stateful() {
    return new Mapping(
            "stateful",
            "Keyed state: variables, rules and a time-out; or a processor in Java.",
            List.of(
                required("by", StepShapes.GROUPING, "The key.", "[card]"),
                optional(
                    "state",
                    new Names(TextKind.NAME, variable(), Size.AT_LEAST_ONE),
                    "The variables that are kept for each key; an expression reads `state.x`.",
                    "{small: {type: int, initial: 0}}"),
                optional(
                    "time",
                    words(TimeDomain.values()),
                    "The time that time-outs mean; event_time.",
                    "processing_time"),
                optional(
                    "rules",
                    new Items(rule(), Size.AT_LEAST_ONE),
                    "What is done for each row: every rule whose `when` is true, in order.",
                    "[{when: amount < 2, set: {small: state.small + 1}, timeout: 10 minutes}]"),
                optional(
                    "on_timeout",
                    timeout(),
                    "What is done when the key's time-out fires; the key is cleared without it.",
                    "{emit: {card: card, at: timed_out_at}, clear: true}"),
                optional("processor", NAME, "The name of Java code that does it all.", "visits"),
                optional("options", Shapes.PAIRS, "Texts for the processor.", "{gap: 30 minutes}")))
        .with(
            new Choice(
                List.of(
                    new Choice.Case("rules", List.of(), List.of("options")),
                    new Choice.Case("processor", List.of(), List.of("state", "on_timeout")))));
  }

  private static Mapping variable() {
    return new Mapping(
        "variable",
        "A variable that is kept for each key.",
        List.of(
            required("type", new Text(TextKind.TYPE), "Its type.", "int", "timestamp"),
            optional("initial", EXPRESSION, "A constant; null without it.", "0")));
  }

  private static Mapping rule() {
    List<Key> keys = new ArrayList<>();
    keys.add(optional("when", EXPRESSION, "A condition; always without it.", "state.small >= 3"));
    keys.addAll(actions());
    return new Mapping("rule", "What is done for a row.", keys);
  }

  private static Mapping timeout() {
    return new Mapping("on_timeout", "What is done when a time-out fires.", actions());
  }

  private static List<Key> actions() {
    return List.of(
        optional("set", COLUMNS, "New values of variables; others stay.", "{n: state.n + 1}"),
        optional("emit", COLUMNS, "A row that the step gives out.", "{card: card, at: paid_at}"),
        optional("timeout", DURATION, "Arms the key's time-out, or arms it anew.", "10 minutes"),
        optional("clear", BOOLEAN, "Forgets the variables and the time-out.", "true"));
  }
}
