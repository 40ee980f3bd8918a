package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tidemark.operators.types.SimpleType;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StateField.Initial;
import tidemark.runner.layout.StateLayout;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;
import tidemark.runner.layout.StoreLayout.StoredField;

/**
 * The state of a step that goes on: a field that is matched keeps its id, a new one gets the next,
 * and an id is never used again. Fields of keys keep their places. Where the fields of a store's
 * values change, or their order does, its rows get the next layout number.
 */
final class CarriedState {
  /** The field that says whether a group has seen all its rows; false withholds the result. */
  static final String WHOLE = "whole";

  private final StateMatch match;
  private final Map<Integer, Integer> ids = new HashMap<>();
  private int next;
  private boolean relaid;

  private CarriedState(StateLayout old, StateMatch match) {
    this.match = match;
    this.next = old.nextFieldId();
  }

  /**
   * @param layout the new state with the old one's ids and order
   * @param isRelaid whether rows get a new layout
   */
  record Result(StateLayout layout, boolean isRelaid) {}

  static Result of(StateLayout old, StateLayout now, StateMatch match) {
    CarriedState carried = new CarriedState(old, match);
    List<StoreLayout> stores = new ArrayList<>();
    for (StoreLayout store : now.stores()) {
      Optional<StoreLayout> stored = old.store(store.name());
      stores.add(stored.isPresent() ? carried.store(stored.get(), store) : carried.fresh(store));
    }
    return new Result(new StateLayout(now.encoding(), carried.next, stores), carried.relaid);
  }

  private StoreLayout store(StoreLayout stored, StoreLayout now) {
    List<StateField> key = ordered(stored.key(), now.key());
    List<StateField> value = values(stored.value(), now.value());
    List<StoredField> fields = StoreLayout.stored(value);
    boolean changes = !fields.equals(stored.layouts().get(stored.layout()));
    Map<Integer, List<StoredField>> layouts = new TreeMap<>(stored.layouts());
    int layout = stored.layout() + (changes ? 1 : 0);
    layouts.put(layout, fields);
    relaid |= changes;
    return new StoreLayout(
        stored.name(), rowKey(stored, now), key, now.rowValue(), value, layout, layouts);
  }

  /** Keys lie as they lay: the old parts in the old order. */
  private List<KeyPart> rowKey(StoreLayout stored, StoreLayout now) {
    return stored.rowKey().isEmpty() ? now.rowKey() : stored.rowKey();
  }

  private StoreLayout fresh(StoreLayout now) {
    List<StateField> key = ordered(List.of(), now.key());
    List<StateField> value = ordered(List.of(), now.value());
    List<KeyPart> rowKey =
        now.rowKey().stream()
            .map(p -> new KeyPart(p.kind(), ids.getOrDefault(p.field(), p.field())))
            .toList();
    return StoreLayout.first(now.name(), rowKey, key, now.rowValue(), value);
  }

  private List<StateField> ordered(List<StateField> stored, List<StateField> now) {
    List<StateField> all = new ArrayList<>();
    for (StateField old : stored) {
      Optional<StateField> successor =
          now.stream()
              .filter(f -> match.stored(f).filter(s -> s.id() == old.id()).isPresent())
              .findFirst();
      successor.ifPresent(s -> all.add(s.withId(id(s, old.id())).withInitial(old.initial())));
    }
    for (StateField field : now) {
      if (match.stored(field).isEmpty()) {
        add(field, now, all);
      }
    }
    return all;
  }

  /** Values lie as the step has them now; what does not fit is brought over row by row. */
  private List<StateField> values(List<StateField> stored, List<StateField> now) {
    List<StateField> all = new ArrayList<>();
    for (StateField field : now) {
      Optional<StateField> old = match.stored(field);
      if (old.isEmpty()) {
        add(field, now, all);
        continue;
      }
      all.add(field.withId(id(field, old.get().id())).withInitial(old.get().initial()));
      if (isLastOfItsCall(field, now)) {
        stored.stream()
            .filter(s -> s.name().equals(WHOLE))
            .filter(s -> s.expression().equals(old.get().expression()))
            .findFirst()
            .flatMap(mark -> whole(mark, stored, now))
            .ifPresent(all::add);
      }
    }
    return all;
  }

  private static boolean isLastOfItsCall(StateField field, List<StateField> now) {
    int at = now.indexOf(field);
    return at == now.size() - 1 || !now.get(at + 1).expression().equals(field.expression());
  }

  private void add(StateField field, List<StateField> now, List<StateField> all) {
    all.add(field.withId(id(field, next++)).withInitial(match.initial(field).or(field::initial)));
    if (match.isWithheld(field) && isLastOfItsCall(field, now)) {
      all.add(
          new StateField(
              next++,
              WHOLE,
              SimpleType.BOOLEAN,
              false,
              field.expression(),
              field.meaning(),
              Optional.of(new Initial.NullUntilClosed())));
    }
  }

  private int id(StateField field, int id) {
    ids.put(field.id(), id);
    return id;
  }

  /** The mark of a call that goes on goes on with it. */
  private Optional<StateField> whole(
      StateField mark, List<StateField> stored, List<StateField> now) {
    return stored.stream()
        .filter(f -> f.expression().equals(mark.expression()) && !f.name().equals(WHOLE))
        .filter(match::isTaken)
        .findFirst()
        .flatMap(
            f ->
                now.stream()
                    .filter(n -> match.stored(n).filter(s -> s.id() == f.id()).isPresent())
                    .findFirst())
        .map(
            n ->
                new StateField(
                    mark.id(),
                    WHOLE,
                    mark.type(),
                    mark.nullable(),
                    n.expression(),
                    n.meaning(),
                    mark.initial()));
  }
}
