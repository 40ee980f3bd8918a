package tidemark.operators.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupTableTest {
  @Test
  void numbersKeysAsAHashMapWould() {
    long seed = 7;
    Random random = new Random(seed);
    GroupTable table = new GroupTable();
    Map<String, Integer> model = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      String key = "k" + random.nextInt(9_000) + "x".repeat(random.nextInt(12));
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      int expected = model.computeIfAbsent(key, k -> model.size());
      int group = table.find(bytes, 0, bytes.length, KeyHash.of(bytes, 0, bytes.length));
      assertThat(group).as("seed %d, key %s", seed, key).isEqualTo(expected);
    }
    assertThat(table.size()).isEqualTo(model.size());
  }

  @Test
  void ordersGroupsAsTheirStoredKeysSort() {
    Random random = new Random(11);
    GroupTable table = new GroupTable();
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(6)];
      random.nextBytes(bytes);
      table.find(bytes, 0, bytes.length, KeyHash.of(bytes, 0, bytes.length));
    }
    int[] order = SortedKeys.order(table);
    assertThat(Arrays.stream(order).distinct().count()).isEqualTo(table.size());
    for (int i = 1; i < order.length; i++) {
      assertThat(
              Arrays.compareUnsigned(
                  SortedKeys.storedKey(table, order[i - 1]), SortedKeys.storedKey(table, order[i])))
          .isNegative();
    }
  }

  @Test
  void groupsAreGivenByKeyGroupInTheOrderInWhichTheyWereMet() {
    Random random = new Random(11);
    GroupTable table = new GroupTable();
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(6)];
      random.nextBytes(bytes);
      table.find(bytes, 0, bytes.length, KeyHash.of(bytes, 0, bytes.length));
    }
    KeyGroups groups = KeyGroups.of(table, 20, 200);
    int count = 0;
    for (int keyGroup = 20; keyGroup < 200; keyGroup++) {
      for (int i = groups.start(keyGroup); i < groups.end(keyGroup); i++) {
        int group = groups.group(i);
        assertThat(SortedKeys.storedKey(table, group)[0]).isEqualTo((byte) keyGroup);
        assertThat(i == groups.start(keyGroup) || groups.group(i - 1) < group).isTrue();
        count++;
      }
    }
    long expected =
        IntStream.range(0, table.size())
            .map(group -> KeyHash.group(table.hash(group)))
            .filter(keyGroup -> keyGroup >= 20 && keyGroup < 200)
            .count();
    assertThat(count).isEqualTo((int) expected);
  }

  @Test
  void memoryForLongKeysIsGivenBackOnceTheyAreShort() {
    GroupTable table = new GroupTable();
    byte[] bytes = new byte[3_000_000];
    assertThat(table.find(bytes, 0, bytes.length, 1)).isZero();
    table.clear();
    assertThat(table.memory()).isGreaterThan(3_000_000);
    assertThat(table.find(bytes, 0, 8, 2)).isZero();
    table.clear();
    assertThat(table.memory()).isLessThan(2_000_000);
    assertThat(table.find(bytes, 0, bytes.length, 1)).isZero();
    assertThat(table.length(0)).isEqualTo(3_000_000);
  }
}
