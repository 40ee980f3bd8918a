package tidemark.runner.compat;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;

/**
 * Which aggregate calls of a step go on with which stored ones: the same text with the same meaning
 * first, then the same meaning, then the same text.
 */
final class CallMatch {
  private final Inputs inputs;
  private final StateMatch match;
  private final Calls before;
  private final Calls after;
  private final Map<String, String> stored = new HashMap<>();
  private final Set<String> retyped = new HashSet<>();

  private CallMatch(NodeLayout old, NodeLayout now, Inputs inputs, StateMatch match) {
    this.inputs = inputs;
    this.match = match;
    this.before = Calls.of(old);
    this.after = Calls.of(now);
  }

  /** Pairs the calls, and notes in the match which fields belong together. */
  static CallMatch of(NodeLayout old, NodeLayout now, Inputs inputs, StateMatch match) {
    CallMatch calls = new CallMatch(old, now, inputs, match);
    calls.pair();
    return calls;
  }

  Calls before() {
    return before;
  }

  Calls after() {
    return after;
  }

  /** The stored call that a call of now goes on with. */
  Optional<String> stored(String call) {
    return Optional.ofNullable(stored.get(call));
  }

  /** Stored calls by the call that goes on with them. */
  Map<String, String> stored() {
    return Collections.unmodifiableMap(stored);
  }

  /** True if the call's accumulator has other types than the stored one. */
  boolean isRetyped(String call) {
    return retyped.contains(call);
  }

  private void pair() {
    Set<String> left = new HashSet<>(before.texts());
    pair(left, (o, n) -> o.equals(n) && meanTheSame(o, n));
    pair(left, this::meanTheSame);
    pair(left, String::equals);
  }

  private boolean meanTheSame(String was, String is) {
    return inputs.meanTheSame(before.fields(was).get(0), after.fields(is).get(0));
  }

  /** Which calls belong together. */
  private interface Rule {
    boolean holds(String old, String now);
  }

  private void pair(Set<String> left, Rule rule) {
    for (String call : after.texts()) {
      if (!stored.containsKey(call)) {
        before.texts().stream()
            .filter(o -> left.contains(o) && !after.fields(call).isEmpty() && rule.holds(o, call))
            .findFirst()
            .ifPresent(
                partner -> {
                  left.remove(partner);
                  stored.put(call, partner);
                  matchFields(partner, call);
                });
      }
    }
  }

  private void matchFields(String was, String is) {
    if (!meanTheSame(was, is)) {
      inputs.computedOtherwise(before.fields(was).get(0), after.fields(is).get(0));
    }
    List<StateField> olds = before.fields(was);
    List<StateField> news = after.fields(is);
    for (StateField field : news) {
      olds.stream()
          .filter(o -> o.name().equals(field.name()) && !match.isTaken(o))
          .findFirst()
          .ifPresent(o -> match.put(field, o));
    }
    boolean sameTypes =
        olds.size() == news.size()
            && news.stream()
                .allMatch(f -> match.stored(f).filter(o -> o.type().equals(f.type())).isPresent());
    if (!sameTypes) {
      retyped.add(is);
    }
  }
}
