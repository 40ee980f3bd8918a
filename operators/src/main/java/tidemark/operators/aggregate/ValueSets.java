package tidemark.operators.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A set of stored values for each group, stored as an array whose elements are never null. */
final class ValueSets {
  private @Nullable ValueSet[] sets = new ValueSet[0];
  private long held;

  void ensure(int groups) {
    if (groups > sets.length) {
      sets = Arrays.copyOf(sets, Growth.length(sets.length, groups));
    }
  }

  void add(int group, byte[] source, int offset, int length) {
    ValueSet set = sets[group];
    if (set == null) {
      set = new ValueSet();
      sets[group] = set;
      held += set.memory();
    }
    int before = set.size();
    long memory = set.memory();
    set.add(source, offset, length);
    if (set.size() > before) {
      held += set.memory() - memory;
    }
  }

  /** Adds all values of a set, in their order. */
  void addAll(int group, @Nullable ValueSet from) {
    if (from != null) {
      for (int i = 0; i < from.size(); i++) {
        add(group, from.data(), from.start(i), from.length(i));
      }
    }
  }

  /** The group's set, or null while nothing was added. */
  @Nullable ValueSet set(int group) {
    return sets[group];
  }

  /** Empties a group and gives what it held. */
  @Nullable ValueSet take(int group) {
    ValueSet set = sets[group];
    if (set != null) {
      held -= set.memory();
      sets[group] = null;
    }
    return set;
  }

  int size(int group) {
    ValueSet set = sets[group];
    return set == null ? 0 : set.size();
  }

  void encode(int group, StateWriter out) {
    ValueSet set = sets[group];
    out.writeCount(size(group));
    if (set != null) {
      for (int i = 0; i < set.size(); i++) {
        out.writePresence(true);
        out.writeRaw(set.data(), set.start(i), set.length(i));
      }
    }
  }

  /** Adds a stored set before what the group holds; {@code skip} steps over one value. */
  void mergeEncoded(int group, StateReader in, Runnable skip) {
    ValueSet own = take(group);
    for (int left = in.readCount(); left > 0; left--) {
      in.readPresence();
      int start = in.position();
      skip.run();
      add(group, in.bytes(), start, in.position() - start);
    }
    addAll(group, own);
  }

  void reset() {
    Arrays.fill(sets, null);
    held = 0;
  }

  long memory() {
    return held + 4L * sets.length;
  }
}
