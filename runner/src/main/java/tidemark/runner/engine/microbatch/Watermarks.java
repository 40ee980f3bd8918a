package tidemark.runner.engine.microbatch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.statestore.checkpoint.WatermarkState;

/**
 * How watermarks move: each node's follows the largest event time it has seen, the global one is
 * their minimum (or maximum). It starts at 1970-01-01 and never goes back. Pure.
 */
final class Watermarks {
  /**
   * A watermark of the plan.
   *
   * @param idleAfterMillis after this long without rows it no longer holds the others back
   */
  record Node(String id, long delayMillis, Optional<Long> idleAfterMillis) {}

  /** After this long a node without rows is worth a word. */
  private static final long SILENT_MILLIS = 5 * 60_000L;

  private final List<Node> nodes;
  private final WatermarkPolicy policy;

  Watermarks(List<Node> nodes, WatermarkPolicy policy) {
    this.nodes = List.copyOf(nodes);
    this.policy = policy;
  }

  /**
   * The state after a micro-batch.
   *
   * @param used the state that the micro-batch ran with
   * @param largestMicros largest event time seen in it, by node; absent if none
   */
  WatermarkState after(WatermarkState used, Map<String, Long> largestMicros) {
    Map<String, Long> perNode = new TreeMap<>(used.perNodeMillis());
    for (Node node : nodes) {
      Long largest = largestMicros.get(node.id());
      if (largest != null) {
        long candidate = Math.floorDiv(largest, 1000L) - node.delayMillis();
        perNode.merge(node.id(), candidate, Math::max);
      }
    }
    long global = Math.max(used.globalMillis(), combined(perNode, Map.of(), 0));
    return new WatermarkState(global, used.globalMillis(), perNode);
  }

  /**
   * The state that the next micro-batch runs with: as committed, but nodes that have been silent
   * for too long hold nothing back.
   *
   * @param lastRowsMillis when each node last had rows, processing time
   */
  WatermarkState atPlanning(
      WatermarkState committed, Map<String, Long> lastRowsMillis, long nowMillis) {
    if (nodes.stream().allMatch(n -> n.idleAfterMillis().isEmpty())) {
      return committed;
    }
    long global = combined(committed.perNodeMillis(), lastRowsMillis, nowMillis);
    return new WatermarkState(
        Math.max(committed.globalMillis(), global),
        committed.previousGlobalMillis(),
        committed.perNodeMillis());
  }

  /** When each node last had rows, after a micro-batch at this time; unseen nodes start with it. */
  Map<String, Long> activity(
      Map<String, Long> before, Map<String, Long> largestMicros, long batchTimeMillis) {
    Map<String, Long> after = new HashMap<>(before);
    for (Node node : nodes) {
      if (largestMicros.containsKey(node.id()) || !after.containsKey(node.id())) {
        after.put(node.id(), batchTimeMillis);
      }
    }
    return after;
  }

  /**
   * The nodes that hold the watermark back and have been silent for long while others had rows: in
   * the first micro-batch that notices it.
   *
   * @param state after the micro-batch
   * @param withRows the nodes that had rows in it
   * @param lastRowsMillis when each node last had rows before it
   * @param beforeMillis the time of the micro-batch before
   */
  List<Node> fallenSilent(
      WatermarkState state,
      Set<String> withRows,
      Map<String, Long> lastRowsMillis,
      long beforeMillis,
      long nowMillis) {
    if (policy != WatermarkPolicy.MIN || withRows.isEmpty()) {
      return List.of();
    }
    long least = combined(state.perNodeMillis(), lastRowsMillis, nowMillis);
    return nodes.stream()
        .filter(n -> !withRows.contains(n.id()) && n.idleAfterMillis().isEmpty())
        .filter(n -> state.perNodeMillis().getOrDefault(n.id(), 0L) == least)
        .filter(
            n -> {
              long end = lastRowsMillis.getOrDefault(n.id(), nowMillis) + SILENT_MILLIS;
              return nowMillis >= end && beforeMillis < end;
            })
        .toList();
  }

  private long combined(
      Map<String, Long> perNode, Map<String, Long> lastRowsMillis, long nowMillis) {
    long combined = policy == WatermarkPolicy.MIN ? Long.MAX_VALUE : 0;
    boolean any = false;
    for (Node node : nodes) {
      if (isIdle(node, lastRowsMillis, nowMillis)) {
        continue;
      }
      any = true;
      long value = perNode.getOrDefault(node.id(), 0L);
      combined =
          policy == WatermarkPolicy.MIN ? Math.min(combined, value) : Math.max(combined, value);
    }
    return any ? combined : 0;
  }

  private static boolean isIdle(Node node, Map<String, Long> lastRowsMillis, long nowMillis) {
    Long last = lastRowsMillis.get(node.id());
    return last != null
        && node.idleAfterMillis().isPresent()
        && nowMillis - last >= node.idleAfterMillis().get();
  }
}
