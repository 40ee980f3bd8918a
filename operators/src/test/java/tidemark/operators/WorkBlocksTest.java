package tidemark.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkBlocksTest {
  private static final Partitions SPARES = new Partitions(2, true);

  @Test
  void withoutSparePartitionsEachDoesItsBlock() {
    WorkBlocks blocks = WorkBlocks.even(Partitions.of(3), 8);
    assertThat(rest(blocks.open(0))).containsExactly(0, 1);
    assertThat(rest(blocks.open(1))).containsExactly(2, 3, 4);
    assertThat(rest(blocks.open(2))).containsExactly(5, 6, 7);
  }

  @Test
  void aSparePartitionTakesOverHalfOfWhatIsLeftOfABlockThatIsHardlyBehind() {
    WorkBlocks blocks = WorkBlocks.even(SPARES, 200);
    WorkBlocks.Part own = blocks.open(0);
    take(own, 80);
    WorkBlocks.Part spare = blocks.open(1);
    assertThat(spare.first()).isEqualTo(89);
    assertThat(spare.end()).isEqualTo(100);
    assertThat(rest(own)).containsExactlyElementsOf(numbers(80, 89));
    assertThat(rest(spare)).containsExactlyElementsOf(numbers(89, 100));
  }

  @Test
  void itTakesMoreOfABlockThatIsFarBehind() {
    WorkBlocks blocks = WorkBlocks.even(SPARES, 200);
    take(blocks.open(0), 20);
    assertThat(blocks.open(1).first()).isEqualTo(34);
  }

  @Test
  void itTakesAllOfABlockThatNobodyHasBegun() {
    WorkBlocks blocks = WorkBlocks.even(SPARES, 200);
    assertThat(rest(blocks.open(3))).containsExactlyElementsOf(numbers(100, 200));
    assertThat(rest(blocks.open(2))).isEmpty();
  }

  @Test
  void itTakesNothingOfABlockThatIsDoneOrAtItsLastPiece() {
    WorkBlocks blocks = WorkBlocks.even(SPARES, 4);
    WorkBlocks.Part own = blocks.open(0);
    take(own, 1);
    assertThat(blocks.open(1).isEmpty()).isTrue();
    assertThat(rest(own)).containsExactly(1);
    assertThat(rest(blocks.open(2))).containsExactly(2, 3);
    assertThat(blocks.open(3).isEmpty()).isTrue();
  }

  @Test
  void blocksMayBeOfDifferentSizesAndEmpty() {
    WorkBlocks blocks = WorkBlocks.of(SPARES, new int[] {0, 0, 5});
    assertThat(rest(blocks.open(0))).isEmpty();
    assertThat(blocks.open(1).isEmpty()).isTrue();
    assertThat(rest(blocks.open(2))).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void aFixedRearIsTheSameWhoeverComesWhen() {
    WorkBlocks blocks = WorkBlocks.fixed(SPARES, new int[] {0, 8, 13});
    WorkBlocks.Part own = blocks.open(0);
    take(own, 1);
    assertThat(rest(blocks.open(1))).containsExactly(6, 7);
    assertThat(rest(own)).containsExactly(1, 2, 3, 4, 5);
    assertThat(rest(blocks.open(3))).containsExactly(12);
    assertThat(rest(blocks.open(2))).containsExactly(8, 9, 10, 11);
  }

  @Test
  void aFixedRearNeedsASparePartitionAndPiecesEnough() {
    WorkBlocks none = WorkBlocks.fixed(Partitions.of(2), new int[] {0, 4, 8});
    assertThat(rest(none.open(1))).containsExactly(4, 5, 6, 7);
    WorkBlocks few = WorkBlocks.fixed(SPARES, new int[] {0, 3, 6});
    assertThat(rest(few.open(0))).containsExactly(0, 1, 2);
    assertThat(few.open(1).isEmpty()).isTrue();
  }

  @Test
  void everyPieceIsDoneOnceAndInOrderOfThePartitionsWhoeverDoesIt() throws InterruptedException {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      Partitions partitions = new Partitions(1 + random.nextInt(4), random.nextBoolean());
      int pieces = random.nextInt(300);
      WorkBlocks blocks = WorkBlocks.even(partitions, pieces);
      List<List<Integer>> done = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int partition = 0; partition < partitions.count(); partition++) {
        int number = partition;
        List<Integer> own = new ArrayList<>();
        done.add(own);
        threads.add(new Thread(() -> own.addAll(rest(blocks.open(number)))));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(done.stream().flatMap(List::stream).toList())
          .as("%s, seed %d", partitions, seed)
          .containsExactlyElementsOf(numbers(0, pieces));
    }
  }

  private static void take(WorkBlocks.Part part, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(part.next()).isNotEqualTo(WorkBlocks.NONE);
    }
  }

  private static List<Integer> rest(WorkBlocks.Part part) {
    List<Integer> rest = new ArrayList<>();
    for (int next = part.next(); next != WorkBlocks.NONE; next = part.next()) {
      rest.add(next);
    }
    return rest;
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
