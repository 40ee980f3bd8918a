package tidemark.statestore.changelog;

import java.util.Arrays;
import java.util.List;

/**
 * Makes one ascending walk of several over the changes of one store: of each key the last change
 * stays.
 *
 * <p>The walks play a knockout tournament, in which the least key wins. What decides a game is
 * nearly always one number per walk, its code: where its key differs from one that both are above
 * (the later, the lesser) and the byte there. That one is the key which won against the walk last,
 * or came before in the walk itself. So keys are compared byte by byte only from where they may
 * differ.
 */
final class KeyMerge {
  /** Code of a key that equals the one it was compared with: an older change of the same key. */
  private static final long SAME = 0;

  /** Code of a walk at its end. */
  private static final long END = Long.MAX_VALUE;

  /** Above the length of every key. */
  private static final int LONGEST = 1 << 24;

  private final Changes[] inputs;
  private final long[] codes;

  /** Who lost the game at each inner node of the tournament; node 1 is the final. */
  private final int[] losers;

  private int winner = -1;

  /**
   * @param inputs the oldest first; each ascends and stands before its first change of the store
   */
  KeyMerge(List<? extends Changes> inputs) {
    this.inputs = inputs.toArray(new Changes[0]);
    codes = new long[this.inputs.length];
    losers = new int[this.inputs.length];
  }

  /** Moves to the next key; false at the end. */
  boolean next() {
    do {
      step();
    } while (codes[winner] == SAME);
    return codes[winner] != END;
  }

  /** The last change of the key. */
  Changes change() {
    return inputs[winner];
  }

  /** At how many bytes in front the key agrees with the one before. */
  int agreed() {
    return agreed(codes[winner]);
  }

  private void step() {
    if (winner < 0) {
      for (int input = 0; input < inputs.length; input++) {
        advance(input);
      }
      winner = playAll(1);
      return;
    }
    advance(winner);
    for (int node = (winner + inputs.length) >> 1; node > 0; node >>= 1) {
      int loser = loser(winner, losers[node]);
      winner = loser == winner ? losers[node] : winner;
      losers[node] = loser;
    }
  }

  /** Plays all games up to a node and returns who wins there; inputs are the nodes at the end. */
  private int playAll(int node) {
    if (node >= inputs.length) {
      return node - inputs.length;
    }
    int left = playAll(2 * node);
    int right = playAll(2 * node + 1);
    losers[node] = loser(left, right);
    return losers[node] == left ? right : left;
  }

  private void advance(int number) {
    Changes input = inputs[number];
    codes[number] = input.next() ? code(input, input.agreed()) : END;
  }

  private static long code(Changes input, int agreed) {
    if (agreed >= input.keyLength()) {
      throw new IllegalStateException("the keys of a file do not ascend");
    }
    return (long) (LONGEST - agreed) << 8 | (input.keyArray()[input.keyStart() + agreed] & 0xFF);
  }

  private static int agreed(long code) {
    return LONGEST - (int) (code >>> 8);
  }

  /** Compares the keys of two inputs; of equal ones the newer wins. */
  private int loser(int a, int b) {
    if (codes[a] != codes[b]) {
      return codes[a] < codes[b] ? b : a;
    }
    if (codes[a] == SAME || codes[a] == END) {
      return Math.min(a, b);
    }
    return loserBehind(a, b, agreed(codes[a]) + 1);
  }

  /** The same for keys that agree up to a length. */
  private int loserBehind(int a, int b, int from) {
    Changes left = inputs[a];
    Changes right = inputs[b];
    int common = mismatch(left, right, from);
    if (common < 0) {
      int older = Math.min(a, b);
      codes[older] = SAME;
      return older;
    }
    int loser = isLess(left, right, common) ? b : a;
    codes[loser] = code(inputs[loser], common);
    return loser;
  }

  private static int mismatch(Changes left, Changes right, int from) {
    int differs =
        Arrays.mismatch(
            left.keyArray(),
            left.keyStart() + from,
            left.keyStart() + left.keyLength(),
            right.keyArray(),
            right.keyStart() + from,
            right.keyStart() + right.keyLength());
    return differs < 0 ? differs : from + differs;
  }

  private static boolean isLess(Changes left, Changes right, int at) {
    if (at == left.keyLength() || at == right.keyLength()) {
      return left.keyLength() < right.keyLength();
    }
    return (left.keyArray()[left.keyStart() + at] & 0xFF)
        < (right.keyArray()[right.keyStart() + at] & 0xFF);
  }
}
