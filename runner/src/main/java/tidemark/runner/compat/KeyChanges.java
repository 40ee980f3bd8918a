package tidemark.runner.compat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.StoreLayout;
import tidemark.runner.layout.StoreLayout.KeyPart;

/** The fields that own the rows of a step's first store: matched by meaning, not by position. */
final class KeyChanges {
  private final Plans plans;
  private final NodeLayout old;
  private final NodeLayout node;
  private final Inputs inputs;
  private final Drain drain;
  private final String word;
  private final List<StateField> before;
  private final FieldPairs pairs;
  private final Map<String, String> renamed = new HashMap<>();

  /**
   * @param word what the file calls such a field: {@code group key}
   */
  KeyChanges(
      Plans plans,
      NodeLayout before,
      NodeLayout after,
      Inputs inputs,
      Drain drain,
      StateMatch match,
      String word) {
    this.plans = plans;
    this.old = before;
    this.node = after;
    this.inputs = inputs;
    this.drain = drain;
    this.word = word;
    this.before = keys(before);
    this.pairs = new FieldPairs(this.before, keys(after), match, this::compare);
  }

  private static List<StateField> keys(NodeLayout node) {
    StoreLayout store = node.state().orElseThrow().stores().get(0);
    return store.key().stream().filter(f -> !Calls.isWindow(f)).toList();
  }

  /** Compares; the old names of keys with their new ones. */
  Map<String, String> compare() {
    pairs.pair((o, n) -> o.name().equals(n.name()) && inputs.meanTheSame(o, n));
    pairs.pair(inputs::meanTheSame);
    pairs.pair((o, n) -> o.expression().equals(n.expression()));
    reportLeft();
    List<String> order = before.stream().map(StateField::name).map(this::nameNow).toList();
    List<String> names = keys(node).stream().map(StateField::name).toList();
    if (Lists.isReordered(order, names)) {
      plans
          .found()
          .of(node.id(), "by", "the " + word + "s are in another order: " + Lines.quoted(names))
          .was(plans.renaming().was(node.id()))
          .same("they are matched by what they mean, not by position");
    }
    return renamed;
  }

  private String nameNow(String name) {
    return renamed.getOrDefault(name, name);
  }

  private void compare(StateField was, StateField is) {
    if (!inputs.meanTheSame(was, is)) {
      inputs.computedOtherwise(was, is);
    }
    String subject = node.id() + "." + is.name();
    if (!was.name().equals(is.name())) {
      renamed.put(was.name(), is.name());
      rename(was, is, subject);
    }
    if (!was.type().equals(is.type())) {
      retyped(was, is, subject);
    } else if (was.nullable() != is.nullable()) {
      nullability(was, is, subject);
    }
  }

  private void rename(StateField was, StateField is, String subject) {
    String old = plans.renaming().was(node.id()) + "." + was.name();
    Findings.Draft draft =
        plans
            .found()
            .of(subject, "renamed", "`" + was.name() + "` is called `" + is.name() + "` now")
            .was(old);
    String sees =
        plans.sinksBelow(node.id()) + " sees the new name from " + plans.found().fromBatch();
    boolean moved =
        plans
            .renaming()
            .columns(plans.renaming().was(node.id()))
            .getOrDefault(was.name(), "")
            .equals(is.name());
    if (moved) {
      draft.same("`upgrade.moved` says that it is the same; " + sees);
    } else {
      draft.safe("the " + word + " is the same; " + sees);
    }
  }

  private void retyped(StateField was, StateField is, String subject) {
    Findings.Draft draft =
        plans
            .found()
            .of(
                subject,
                "type",
                "the " + word + " was " + was.type().ddl() + ", is " + is.type().ddl())
            .was(plans.renaming().was(node.id()));
    if (KeyTypes.keep(was, is)) {
      draft.migrates("the new type holds every value of the old one; the stored keys stay");
    } else if (KeyTypes.areProvenToFit(plans, oldId(), was, is)) {
      draft.migrates("every stored key is one of the new type");
    } else {
      boolean canProve = KeyTypes.dependOnValues(old, was, is);
      drain.refuse(
          draft,
          KeyTypes.reason(was, is),
          ScanOffer.before(ScanOffer.ways(plans, canProve, "all stored keys fit")));
    }
  }

  private void nullability(StateField was, StateField is, String subject) {
    Findings.Draft draft =
        plans
            .found()
            .of(
                subject,
                "nullable",
                "the " + word + (is.nullable() ? " may be null now" : " is never null now"))
            .was(plans.renaming().was(node.id()));
    if (is.nullable()) {
      draft.safe("stored keys stay as they are; null gets a group of its own");
    } else if (plans.request().facts().hasNoNull(oldId(), was.id())) {
      draft.migrates("no stored key is null");
    } else {
      boolean canProve = ScanOffer.isReadable(old, was);
      drain.refuse(
          draft,
          "a stored key may be null",
          ScanOffer.before(ScanOffer.ways(plans, canProve, "no stored key is null")));
    }
  }

  private void reportLeft() {
    List<StateField> gone = new ArrayList<>(pairs.gone());
    for (StateField field : pairs.added()) {
      Optional<StateField> sameName =
          gone.stream().filter(o -> o.name().equals(field.name())).findFirst();
      if (sameName.isPresent()) {
        gone.remove(sameName.get());
        refuse(
            field.name(),
            "expression",
            "the "
                + word
                + " was `"
                + sameName.get().expression()
                + "`, is `"
                + field.expression()
                + "`");
      } else {
        refuse(field.name(), "added", "the " + word + " `" + field.expression() + "` is new");
      }
    }
    for (StateField field : gone) {
      refuse(field.name(), "removed", "the " + word + " `" + field.expression() + "` is gone");
    }
  }

  private void refuse(String name, String aspect, String change) {
    Findings.Draft draft =
        plans
            .found()
            .of(node.id() + "." + name, aspect, change)
            .was(plans.renaming().was(node.id()));
    drain.refuse(draft, "what is stored belongs to other keys, and cannot be told apart anew");
  }

  /** Refuses stored keys that begin with other parts: what closes a row changed. */
  void checkRowKeys(NodeLayout before) {
    List<KeyPart.Kind> was = fixed(before);
    List<KeyPart.Kind> is = fixed(node);
    if (!was.equals(is)) {
      drain.refuse(
          plans
              .found()
              .of(node.id(), "closing", "what lets a row leave the state is another key now")
              .was(plans.renaming().was(node.id())),
          "stored rows do not lie in the order in which they would have to be closed");
    }
  }

  private static List<KeyPart.Kind> fixed(NodeLayout node) {
    return node.state().orElseThrow().stores().get(0).rowKey().stream()
        .map(KeyPart::kind)
        .filter(k -> k != KeyPart.Kind.KEY)
        .toList();
  }

  private String oldId() {
    return plans.renaming().was(node.id());
  }
}
