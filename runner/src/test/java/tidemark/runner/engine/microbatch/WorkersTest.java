package tidemark.runner.engine.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tidemark.operators.Partitions;

class WorkersTest {
  private final Workers workers = new Workers(2);
  private final AtomicInteger ended = new AtomicInteger();

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void twoThingsAreDoneAtTheSameTimeAndBothAreWaitedFor() {
    CountDownLatch met = new CountDownLatch(2);
    workers.both(() -> meet(met), () -> meet(met));
    assertThat(ended).hasValue(2);
  }

  private void meet(CountDownLatch other) {
    other.countDown();
    await(other);
    ended.incrementAndGet();
  }

  @Test
  void theFailureOfTheCallingThreadIsThrownAfterTheOtherHasEnded() {
    CountDownLatch begun = new CountDownLatch(1);
    Runnable beside =
        () -> {
          begun.countDown();
          ended.incrementAndGet();
          throw new IllegalStateException("beside");
        };
    Runnable here =
        () -> {
          await(begun);
          throw new IllegalStateException("here");
        };
    assertThatThrownBy(() -> workers.both(beside, here)).hasMessage("here");
    assertThat(ended).hasValue(1);
  }

  @Test
  void theFailureBesideIsThrownIfItIsTheOnlyOne() {
    Runnable beside =
        () -> {
          throw new IllegalStateException("beside");
        };
    assertThatThrownBy(() -> workers.both(beside, ended::incrementAndGet)).hasMessage("beside");
    assertThat(ended).hasValue(1);
  }

  @Test
  void ofSeveralPartsTheFailureOfTheLowestIsThrown() {
    assertThatThrownBy(
            () ->
                workers.run(
                    Partitions.of(3),
                    part -> {
                      throw new IllegalStateException("part " + part);
                    }))
        .hasMessage("part 0");
  }

  @Test
  void sparePartitionsAreDoneOnceTheOthersAreBegun() {
    List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch own = new CountDownLatch(2);
    Partitions partitions = new Partitions(2, true);
    workers.run(
        partitions,
        partition -> {
          begun.add(partition);
          if (!partitions.isSpare(partition)) {
            meet(own);
          }
        });
    assertThat(begun.subList(0, 2)).containsExactlyInAnyOrder(0, 2);
    assertThat(begun.subList(2, 4)).containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void noMoreAreDoneAtATimeThanThereAreWorkers() {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    workers.run(
        new Partitions(2, true),
        partition -> {
          most.accumulateAndGet(under.incrementAndGet(), Math::max);
          Thread.yield();
          under.decrementAndGet();
        });
    assertThat(most.get()).isBetween(1, 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
