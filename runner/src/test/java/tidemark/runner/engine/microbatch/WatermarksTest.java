package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.operators.plan.WatermarkPolicy;
import tidemark.statestore.checkpoint.WatermarkState;

class WatermarksTest {
  private static final Watermarks.Node A = new Watermarks.Node("a", 1_000, Optional.empty());
  private static final Watermarks.Node B = new Watermarks.Node("b", 0, Optional.of(60_000L));

  private final Watermarks one = new Watermarks(List.of(A), WatermarkPolicy.MIN);
  private final Watermarks slowest = new Watermarks(List.of(A, B), WatermarkPolicy.MIN);
  private final Watermarks fastest = new Watermarks(List.of(A, B), WatermarkPolicy.MAX);

  @Test
  void followsTheLargestEventTimeCutToMilliseconds() {
    WatermarkState next = one.after(WatermarkState.initial(), Map.of("a", 5_000_999L));
    assertThat(next.globalMillis()).isEqualTo(4_000);
    assertThat(next.previousGlobalMillis()).isZero();
  }

  @Test
  void neverGoesBackAndStartsAt1970() {
    WatermarkState before1970 = one.after(WatermarkState.initial(), Map.of("a", -9_000_000L));
    assertThat(before1970.globalMillis()).isZero();
    WatermarkState high = one.after(before1970, Map.of("a", 50_000_000L));
    WatermarkState after = one.after(high, Map.of("a", 10_000_000L));
    assertThat(after.globalMillis()).isEqualTo(49_000);
    assertThat(after.previousGlobalMillis()).isEqualTo(49_000);
  }

  @Test
  void minPolicyWaitsForANodeThatNeverHadRows() {
    WatermarkState next = slowest.after(WatermarkState.initial(), Map.of("a", 9_000_000L));
    assertThat(next.globalMillis()).isZero();
    assertThat(slowest.after(next, Map.of("b", 5_000_000L)).globalMillis()).isEqualTo(5_000);
  }

  @Test
  void maxPolicyFollowsTheFastest() {
    WatermarkState next = fastest.after(WatermarkState.initial(), Map.of("a", 9_000_000L));
    assertThat(next.globalMillis()).isEqualTo(8_000);
  }

  @Test
  void nodeThatHoldsTheOthersBackIsToldOnceAfterFiveMinutesOfSilence() {
    Watermarks.Node c = new Watermarks.Node("c", 0, Optional.empty());
    Watermarks both = new Watermarks(List.of(A, c), WatermarkPolicy.MIN);
    WatermarkState state = both.after(WatermarkState.initial(), Map.of("a", 9_000_000L));
    Map<String, Long> lastRows = Map.of("a", 0L, "c", 10_000L);
    Set<String> withRows = Set.of("a");
    assertThat(both.fallenSilent(state, withRows, lastRows, 300_000, 309_999)).isEmpty();
    assertThat(both.fallenSilent(state, withRows, lastRows, 309_999, 310_000)).containsExactly(c);
    assertThat(both.fallenSilent(state, withRows, lastRows, 310_000, 320_000)).isEmpty();
    // A batch in which nobody has rows says nothing; a node that is ahead holds nothing back.
    assertThat(both.fallenSilent(state, Set.of(), lastRows, 300_000, 400_000)).isEmpty();
    WatermarkState ahead = both.after(state, Map.of("c", 99_000_000L));
    assertThat(both.fallenSilent(ahead, withRows, lastRows, 300_000, 400_000)).isEmpty();
  }

  @Test
  void anIdleNodeNoLongerHoldsTheOthersBack() {
    WatermarkState next = slowest.after(WatermarkState.initial(), Map.of("a", 9_000_000L));
    Map<String, Long> activity = slowest.activity(Map.of(), Map.of("a", 9_000_000L), 100_000);
    assertThat(slowest.atPlanning(next, activity, 159_999).globalMillis()).isZero();
    assertThat(slowest.atPlanning(next, activity, 160_000).globalMillis()).isEqualTo(8_000);
  }
}
