package tidemark.operators.keyed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.Emitter;
import tidemark.operators.batch.Batch;
import tidemark.operators.batch.BatchBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.LongColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.keyed.BoundRule.BoundSet;
import tidemark.operators.state.GroupTable;
import tidemark.operators.state.KeyCodec;
import tidemark.operators.state.KeyReader;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Schema;

/**
 * Rules, computed round by round: for many keys at once, one row of each. Rules see a batch of the
 * row's columns and then the variables; the time-out's rule sees the keys, the time it was due, and
 * the variables.
 */
public final class RuleLogic implements KeyedLogic {
  /** A round with fewer rows than this part of the batch is copied out of it. */
  private static final int NARROW = 4;

  private final RuleColumns columns;
  private final List<BoundRule> rules;
  private final Optional<BoundRule> onTimeout;
  private final Emitter out;
  private final BatchBuilder rows;
  private final Rounds rounds = new Rounds();

  public RuleLogic(
      RuleColumns columns,
      List<BoundRule> rules,
      Optional<BoundRule> onTimeout,
      Schema output,
      Emitter out) {
    this.columns = columns;
    this.rules = List.copyOf(rules);
    this.onTimeout = onTimeout;
    this.out = out;
    this.rows = new BatchBuilder(output);
  }

  @Override
  public void rows(LoadedKeys keys, Batch batch, int[] slotOfRow, long[] timeOfRow) {
    KeyStates states = keys.states();
    rounds.split(slotOfRow, states.slots());
    for (int round = 0; round < rounds.count(); round++) {
      if (rounds.count() == 1) {
        apply(states, batch, Selection.all(batch.size()), slotOfRow, timeOfRow);
      } else if (rounds.width(round) * NARROW >= batch.size()) {
        int[] wide = rounds.rows(round);
        apply(states, batch, Selection.of(wide, wide.length), slotOfRow, timeOfRow);
      } else {
        applyNarrow(states, batch, rounds.rows(round), slotOfRow, timeOfRow);
      }
    }
  }

  /** What is computed for few rows of a large batch would cost as much as for all of them. */
  private void applyNarrow(
      KeyStates states, Batch batch, int[] narrow, int[] slotOfRow, long[] timeOfRow) {
    BatchBuilder copied = new BatchBuilder(batch.schema());
    int[] slots = new int[narrow.length];
    long[] times = new long[narrow.length];
    for (int i = 0; i < narrow.length; i++) {
      copied.append(batch, narrow[i]);
      slots[i] = slotOfRow[narrow[i]];
      times[i] = timeOfRow[narrow[i]];
    }
    apply(states, copied.take(), Selection.all(narrow.length), slots, times);
  }

  private void apply(
      KeyStates states, Batch batch, Selection all, int[] slotOfRow, long[] timeOfRow) {
    Column[] visible = new Column[columns.rules().size()];
    int inputs = visible.length - columns.read().size();
    for (int i = 0; i < inputs; i++) {
      visible[i] = batch.column(i);
    }
    for (int i = 0; i < columns.read().size(); i++) {
      visible[inputs + i] = gather(states, columns.read().get(i), slotOfRow, all, batch.size());
    }
    for (BoundRule rule : rules) {
      Batch seen = new Batch(columns.rules(), visible, batch.size(), all);
      Selection chosen = rule.when().isPresent() ? rule.when().get().keep(seen, all) : all;
      if (chosen.isEmpty()) {
        continue;
      }
      act(states, rule, seen, chosen, slotOfRow, timeOfRow);
      if (!rule.refreshed().isEmpty()) {
        visible = visible.clone();
        for (int i : rule.refreshed()) {
          visible[inputs + i] = gather(states, columns.read().get(i), slotOfRow, all, batch.size());
        }
      }
    }
  }

  private static Column gather(
      KeyStates states, int variable, int[] slotOfRow, Selection rows, int size) {
    return states.column(variable).gather(slotOfRow, rows, size);
  }

  @Override
  public void timeouts(
      LoadedKeys keys, int[] slots, int count, long[] dueMicros, long[] nowMicros) {
    if (onTimeout.isEmpty()) {
      return;
    }
    KeyStates states = keys.states();
    Selection all = Selection.all(count);
    List<Column> visible = new ArrayList<>(keyColumns(keys.table(), slots, count));
    visible.add(new LongColumn(dueMicros, null, count));
    columns.readOnTimeout().forEach(v -> visible.add(gather(states, v, slots, all, count)));
    Batch seen = new Batch(columns.onTimeout(), visible.toArray(Column[]::new), count, all);
    act(states, onTimeout.get(), seen, all, slots, nowMicros);
  }

  private List<Column> keyColumns(GroupTable keys, int[] slots, int count) {
    List<DataType> types = columns.keyTypes();
    List<ColumnBuilder> builders = types.stream().map(ColumnBuilder::of).toList();
    for (int i = 0; i < count; i++) {
      KeyReader reader = new KeyReader(keys.arena(), keys.start(slots[i]));
      for (int k = 0; k < types.size(); k++) {
        KeyCodec.read(reader, types.get(k), builders.get(k));
      }
    }
    return builders.stream().map(ColumnBuilder::build).toList();
  }

  /** What a rule computes of the rows on which it acts; nothing to give out if it gives nothing. */
  private record Computed(Selection rows, List<Column> values, List<Column> given) {}

  private static Computed computed(BoundRule rule, Batch seen, Selection rows) {
    try {
      List<Column> values = new ArrayList<>();
      for (BoundSet set : rule.sets()) {
        values.add(set.value().evaluate(seen, rows));
      }
      List<Column> given = new ArrayList<>();
      for (Evaluator column : rule.emit().orElse(List.of())) {
        given.add(column.evaluate(seen, rows));
      }
      return new Computed(rows, values, given);
    } catch (Failure e) {
      return computed(rule, seen, rule.guard().sound(seen, rows, e));
    }
  }

  /** Everything is computed before anything is changed. */
  private void act(
      KeyStates states, BoundRule rule, Batch seen, Selection all, int[] slots, long[] times) {
    Computed computed = computed(rule, seen, all);
    Selection chosen = computed.rows();
    List<Column> values = computed.values();
    List<BoundSet> sets = rule.sets();
    if (rule.emit().isPresent()) {
      emit(computed.given(), chosen);
    }
    for (int i = 0; i < chosen.count(); i++) {
      int row = chosen.row(i);
      int slot = slots[row];
      if (rule.clears()) {
        states.forget(slot);
      }
      for (int s = 0; s < values.size(); s++) {
        states.set(sets.get(s).variable(), slot, values.get(s), row);
      }
      if (rule.timeoutMicros().isPresent()) {
        states.arm(slot, times[row], rule.timeoutMicros().getAsLong());
      }
    }
  }

  private void emit(List<Column> values, Selection chosen) {
    for (int i = 0; i < chosen.count(); i++) {
      for (int c = 0; c < values.size(); c++) {
        rows.column(c).append(values.get(c), chosen.row(i));
      }
      rows.closeRow();
      if (rows.isFull()) {
        flush();
      }
    }
  }

  @Override
  public void flush() {
    if (rows.rows() > 0) {
      out.emit(rows.take());
    }
  }
}
