package tidemark.operators.stateful;

import java.util.List;
import tidemark.operators.aggregate.Accumulators;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.aggregate.StateReader;
import tidemark.operators.aggregate.StateWriter;
import tidemark.operators.state.GroupTable;

/** Groups by key with one accumulator a function; used by one thread. */
final class GroupStates {
  private final GroupTable table = new GroupTable();
  private final Accumulators[] accumulators;
  private final StateReader reader = new StateReader();

  GroupStates(List<AggregateFunction> functions) {
    accumulators = functions.stream().map(AggregateFunction::create).toArray(Accumulators[]::new);
  }

  GroupTable table() {
    return table;
  }

  Accumulators accumulators(int call) {
    return accumulators[call];
  }

  int calls() {
    return accumulators.length;
  }

  /** The number of the key; a new group starts neutral after {@link #ensure}. */
  int find(byte[] bytes, int offset, int length, long hash) {
    return table.find(bytes, offset, length, hash);
  }

  /** Makes room for all groups found so far. */
  void ensure() {
    ensure(table.size());
  }

  void ensure(int groups) {
    for (Accumulators each : accumulators) {
      each.ensure(groups);
    }
  }

  /** Adds another share's group; its rows come after this group's. */
  void merge(int group, GroupStates other, int otherGroup) {
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].merge(group, other.accumulators[i], otherGroup);
    }
  }

  /** Adds groups of another share, one after the other. */
  void merge(int[] groups, GroupStates other, int[] otherGroups, int count) {
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].merge(groups, other.accumulators[i], otherGroups, count);
    }
  }

  /** Adds what is stored; the stored rows come before this group's. */
  void mergeStored(int group, byte[] value, int offset, int length) {
    reader.open(value, offset, length);
    for (Accumulators each : accumulators) {
      each.mergeEncoded(group, reader);
    }
  }

  void encode(int group, StateWriter out) {
    for (Accumulators each : accumulators) {
      each.encode(group, out);
    }
  }

  /** Forgets all groups; memory is kept. */
  void reset() {
    table.clear();
    for (Accumulators each : accumulators) {
      each.reset();
    }
  }
}
