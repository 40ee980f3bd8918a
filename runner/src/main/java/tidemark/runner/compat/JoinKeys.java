package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;

/**
 * What must be equal in a join, and the time and the number that stand behind it in every stored
 * key. Keys are matched by what they mean on both sides, so their order may change; the stored ones
 * lie as they lay.
 */
final class JoinKeys {
  /** Begins the names of the fields that must be equal. */
  private static final String KEY = "$key";

  private static final String NULLS_MATCH = " <=> ";

  private final Plans plans;
  private final NodeLayout old;
  private final NodeLayout node;
  private final Inputs inputs;
  private final StateMatch match;
  private final List<Integer> order = new ArrayList<>();
  private final List<String> retyped = new ArrayList<>();

  JoinKeys(Plans plans, NodeLayout old, NodeLayout node, Inputs inputs, StateMatch match) {
    this.plans = plans;
    this.old = old;
    this.node = node;
    this.inputs = inputs;
    this.match = match;
  }

  /** Compares the keys of both sides; false, and nothing reported, if they are others now. */
  boolean compare(List<StoreLayout> sides) {
    boolean goOn = pairKeys(sides);
    for (StoreLayout side : sides) {
      goOn &= pairOwn(stored(side), side);
    }
    if (!goOn) {
      return false;
    }
    if (!retyped.isEmpty()) {
      at("the keys were of other types: " + String.join("; ", retyped))
          .migrates("every stored key is one of the new type; the stored keys stay");
    }
    if (Lists.isReordered(order.stream().map(String::valueOf).toList(), inOrder())) {
      at("the keys are in another order: " + Lines.quoted(node.list("keys")))
          .same("they are matched by what they mean, not by position");
    }
    return true;
  }

  private List<String> inOrder() {
    return order.stream().sorted().map(String::valueOf).toList();
  }

  private Findings.Draft at(String change) {
    return plans.found().of(node.id(), "match", change).was(plans.renaming().was(node.id()));
  }

  private StoreLayout stored(StoreLayout side) {
    return old.state().orElseThrow().store(side.name()).orElseThrow();
  }

  private boolean pairKeys(List<StoreLayout> sides) {
    int count = keys(sides.get(0)).size();
    int before = keys(stored(sides.get(0))).size();
    for (int now = 0; now < count; now++) {
      for (int was = 0; was < before && order.size() == now; was++) {
        if (!order.contains(was) && isTheSame(sides, was, now)) {
          order.add(was);
        }
      }
      if (order.size() == now) {
        return false;
      }
    }
    return count == before;
  }

  /** Notes that the keys belong together, if they do on every side. */
  private boolean isTheSame(List<StoreLayout> sides, int was, int now) {
    if (nullsMatch(old, was) != nullsMatch(node, now)) {
      return false;
    }
    for (StoreLayout side : sides) {
      StateField before = keys(stored(side)).get(was);
      StateField after = keys(side).get(now);
      if (!inputs.meanTheSame(before, after) || !fits(before, after)) {
        return false;
      }
    }
    for (StoreLayout side : sides) {
      match.put(keys(side).get(now), keys(stored(side)).get(was));
    }
    StateField before = keys(stored(sides.get(0))).get(was);
    StateField after = keys(sides.get(0)).get(now);
    if (!before.type().equals(after.type())) {
      retyped.add(
          "`" + after.expression() + "` was " + before.type().ddl() + ", is " + after.type().ddl());
    }
    return true;
  }

  private boolean fits(StateField before, StateField after) {
    String step = plans.renaming().was(node.id());
    return KeyTypes.keep(before, after) || KeyTypes.areProvenToFit(plans, step, before, after);
  }

  private static boolean nullsMatch(NodeLayout join, int key) {
    return join.list("keys").get(key).contains(NULLS_MATCH);
  }

  private static List<StateField> keys(StoreLayout side) {
    return side.key().stream().filter(f -> f.name().startsWith(KEY)).toList();
  }

  /** The time by which rows are near each other or leave, and the number that tells rows apart. */
  private boolean pairOwn(StoreLayout stored, StoreLayout side) {
    for (StateField field : side.key()) {
      if (field.name().startsWith(KEY)) {
        continue;
      }
      Optional<StateField> partner =
          stored.key().stream()
              .filter(o -> o.name().equals(field.name()) && o.type().equals(field.type()))
              .filter(o -> inputs.meanTheSame(o, field))
              .findFirst();
      if (partner.isEmpty()) {
        return false;
      }
      match.put(field, partner.get());
    }
    return true;
  }
}
