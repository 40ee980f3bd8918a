package tidemark.operators.stateful;

import java.util.Arrays;
import java.util.List;
import tidemark.operators.aggregate.AggregateFunction;
import tidemark.operators.state.GroupTable;

/**
 * Sessions by key in memory: disjoint spans of event time, each with accumulators. Spans that touch
 * are one session, ends included. Used by one thread.
 */
final class SessionTable {
  static final int NONE = -1;

  private final GroupStates states;
  private int[] newest = new int[64];
  private int noted;
  private long[] starts = new long[64];
  private long[] ends = new long[64];
  private int[] older = new int[64];
  private int[] mergedInto = new int[64];
  private int sessions;

  SessionTable(List<AggregateFunction> functions) {
    states = new GroupStates(functions);
  }

  /** The keys' numbers. */
  GroupTable keys() {
    return states.table();
  }

  /** The accumulators, by session number. */
  GroupStates states() {
    return states;
  }

  /** The number of a key; new ones have no session. */
  int key(byte[] bytes, int offset, int length, long hash) {
    int key = states.find(bytes, offset, length, hash);
    noteNewKeys();
    return key;
  }

  /** Forgets everything. */
  void reset() {
    states.reset();
    sessions = 0;
    noted = 0;
  }

  /** Keys that were added to {@link #keys} have no session yet. */
  void noteNewKeys() {
    int all = states.table().size();
    if (all > newest.length) {
      newest = Arrays.copyOf(newest, Math.max(all, 2 * newest.length));
    }
    Arrays.fill(newest, noted, all, NONE);
    noted = all;
  }

  /** Makes room for the values of all sessions placed so far. */
  void ensure() {
    states.ensure(sessions);
  }

  /** The session of the key that starts last, or {@link #NONE}. */
  int newest(int key) {
    return newest[key];
  }

  /** The session of the same key that starts before this one, or {@link #NONE}. */
  int older(int session) {
    return older[session];
  }

  long start(int session) {
    return starts[session];
  }

  long end(int session) {
    return ends[session];
  }

  /** The session that a number stands for now that sessions may have been merged. */
  int current(int session) {
    int current = session;
    while (mergedInto[current] != NONE) {
      current = mergedInto[current];
    }
    return current;
  }

  /**
   * Adds a span; answers the session that holds it, which may have swallowed others. New ones have
   * values after {@link #ensure}.
   */
  int place(int key, long start, long end) {
    int later = NONE;
    int session = newest[key];
    while (session != NONE && starts[session] > end) {
      later = session;
      session = older[session];
    }
    if (session == NONE || ends[session] < start) {
      return insert(key, later, session, start, end);
    }
    starts[session] = Math.min(starts[session], start);
    ends[session] = Math.max(ends[session], end);
    while (older[session] != NONE && ends[older[session]] >= starts[session]) {
      session = swallow(key, later, session, older[session]);
    }
    return session;
  }

  private int insert(int key, int later, int earlier, long start, long end) {
    int session = sessions++;
    if (session == starts.length) {
      starts = Arrays.copyOf(starts, session * 2);
      ends = Arrays.copyOf(ends, session * 2);
      older = Arrays.copyOf(older, session * 2);
      mergedInto = Arrays.copyOf(mergedInto, session * 2);
    }
    starts[session] = start;
    ends[session] = end;
    older[session] = earlier;
    mergedInto[session] = NONE;
    link(key, later, session);
    return session;
  }

  private void link(int key, int later, int session) {
    if (later == NONE) {
      newest[key] = session;
    } else {
      older[later] = session;
    }
  }

  /** Two neighbours become one under the number that is older in the table. */
  private int swallow(int key, int later, int session, int neighbour) {
    int kept = Math.min(session, neighbour);
    int gone = Math.max(session, neighbour);
    ensure();
    states.merge(kept, states, gone);
    mergedInto[gone] = kept;
    starts[kept] = Math.min(starts[session], starts[neighbour]);
    ends[kept] = Math.max(ends[session], ends[neighbour]);
    older[kept] = older[neighbour];
    link(key, later, kept);
    return kept;
  }
}
