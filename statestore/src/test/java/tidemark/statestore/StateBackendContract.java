package tidemark.statestore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tidemark.statestore.Rows.all;
import static tidemark.statestore.Rows.key;
import static tidemark.statestore.Rows.scanned;
import static tidemark.statestore.Rows.text;
import static tidemark.statestore.Rows.value;
import static tidemark.statestore.Rows.walked;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every backend promises. */
public abstract class StateBackendContract {
  protected static final StoreId ROWS = new StoreId("steps.traffic", "rows");
  protected static final StoreId FILES = new StoreId("sources.access/€%", "files");

  private StateBackend backend;
  private StateStore store;

  protected abstract StateBackend open();

  @BeforeEach
  void start() {
    backend = open();
    store = backend.store(ROWS);
  }

  @AfterEach
  void stop() {
    backend.close();
  }

  @Test
  void aNewStoreIsEmpty() {
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.get(key(0, "a"))).isNull();
    assertThat(all(store)).isEmpty();
  }

  @Test
  void aStoreIsTheSameObjectEachTime() {
    assertThat(backend.store(ROWS)).isSameAs(store);
    assertThat(store.id()).isEqualTo(ROWS);
  }

  @Test
  void whatIsWrittenIsReadAtOnce() {
    store.insert(key(7, "a"), value("1"));
    assertThat(store.get(key(7, "a"))).isEqualTo(value("1"));
    store.replace(key(7, "a"), value("a longer value than before"));
    assertThat(store.get(key(7, "a"))).isEqualTo(value("a longer value than before"));
    store.delete(key(7, "a"));
    assertThat(store.get(key(7, "a"))).isNull();
    assertThat(store.rows()).isZero();
  }

  @Test
  void anEmptyValueIsNotAnAbsentOne() {
    store.insert(key(7, ""), new byte[0]);
    assertThat(store.get(key(7, ""))).isEqualTo(new byte[0]);
    backend.seal(0);
    assertThat(store.get(key(7, ""))).isEqualTo(new byte[0]);
  }

  @Test
  void storesDoNotSeeEachOther() {
    StateStore other = backend.store(FILES);
    store.insert(key(1, "a"), value("1"));
    other.insert(key(1, "a"), value("2"));
    backend.seal(0);
    assertThat(all(store)).containsExactly(text(key(1, "a"), value("1")));
    assertThat(all(other)).containsExactly(text(key(1, "a"), value("2")));
  }

  @Test
  void rowsAreScannedInUnsignedByteOrderAcrossGroups() {
    byte[][] keys = {key(255, "z"), key(128, "b"), key(0, "m"), key(127, "a"), key(128, "a")};
    for (byte[] key : keys) {
      store.insert(key, value("v"));
    }
    assertThat(all(store))
        .containsExactly(
            text(key(0, "m"), value("v")),
            text(key(127, "a"), value("v")),
            text(key(128, "a"), value("v")),
            text(key(128, "b"), value("v")),
            text(key(255, "z"), value("v")));
  }

  @Test
  void aRangeHasItsFirstKeyAndNotItsLast() {
    for (String name : List.of("a", "b", "c", "d")) {
      store.insert(key(9, name), value(name));
    }
    assertThat(scanned(store, KeyRange.between(key(9, "b"), key(9, "d"))))
        .containsExactly(text(key(9, "b"), value("b")), text(key(9, "c"), value("c")));
    assertThat(scanned(store, KeyRange.prefix(key(9, "c"))))
        .containsExactly(text(key(9, "c"), value("c")));
    assertThat(scanned(store, KeyRange.from(key(9, "d"))))
        .containsExactly(text(key(9, "d"), value("d")));
    assertThat(scanned(store, KeyRange.group(8))).isEmpty();
    assertThat(scanned(store, KeyRange.between(key(9, "d"), key(9, "b")))).isEmpty();
  }

  @Test
  void theRowJustScannedMayBeDeletedOrReplaced() {
    for (int i = 0; i < 100; i++) {
      store.insert(key(9, String.format("%03d", i)), value("v"));
    }
    backend.seal(0);
    int seen = 0;
    try (StateCursor cursor = store.scan(KeyRange.group(9))) {
      while (cursor.next()) {
        seen++;
        if (seen % 2 == 0) {
          store.delete(cursor.key());
        } else {
          store.replace(cursor.key(), value("a value that is longer than the one before"));
        }
      }
    }
    assertThat(seen).isEqualTo(100);
    assertThat(store.rows()).isEqualTo(50);
    assertThat(all(store)).hasSize(50);
  }

  @Test
  void theStoreKeepsNoArrayOfTheCaller() {
    byte[] key = key(1, "a");
    byte[] value = value("1");
    store.insert(key, value);
    key[1] = 'b';
    value[0] = '2';
    byte[] read = store.get(key(1, "a"));
    assertThat(read).isEqualTo(value("1"));
    read[0] = '3';
    assertThat(store.get(key(1, "a"))).isEqualTo(value("1"));
  }

  @Test
  void discardTakesBackEverythingSinceTheSeal() {
    store.insert(key(1, "kept"), value("1"));
    store.insert(key(1, "deleted later"), value("2"));
    backend.seal(3);
    store.replace(key(1, "kept"), value("changed"));
    store.delete(key(1, "deleted later"));
    store.insert(key(2, "new"), value("3"));
    backend.store(FILES).insert(key(2, "new"), value("3"));
    backend.discard();
    assertThat(all(store))
        .containsExactly(
            text(key(1, "deleted later"), value("2")), text(key(1, "kept"), value("1")));
    assertThat(store.rows()).isEqualTo(2);
    assertThat(backend.store(FILES).isEmpty()).isTrue();
    assertThat(backend.sealed().version()).isEqualTo(3);
  }

  @Test
  void aBatchWithoutChangesKeepsTheReference() {
    StateRef empty = backend.seal(0);
    assertThat(empty).isEqualTo(StateRef.empty());
    store.insert(key(1, "a"), value("1"));
    StateRef first = backend.seal(1);
    assertThat(first.version()).isEqualTo(1);
    assertThat(backend.seal(2)).isEqualTo(first);
  }

  @Test
  void aReferenceNamesTheRowsOfEachStore() {
    store.insert(key(1, "a"), value("1"));
    store.insert(key(1, "b"), value("1"));
    backend.store(FILES).insert(key(1, "c"), value("12"));
    assertThat(backend.seal(1).stores())
        .containsExactly(new StateRef.Size(FILES, 1, 4), new StateRef.Size(ROWS, 2, 6));
    assertThat(backend.stats().stores()).hasSize(2);
  }

  @Test
  void aKeyCanComeAndGoWithinABatchAndAcrossBatches() {
    for (int batch = 0; batch < 6; batch++) {
      store.insert(key(1, "a"), value("x" + batch));
      store.delete(key(1, "a"));
      store.insert(key(1, "a"), value("y" + batch));
      backend.seal(2 * batch);
      assertThat(store.get(key(1, "a"))).isEqualTo(value("y" + batch));
      store.delete(key(1, "a"));
      backend.seal(2 * batch + 1);
      assertThat(store.get(key(1, "a"))).isNull();
      assertThat(store.rows()).isZero();
    }
  }

  @Test
  void aFalseClaimAboutAKeyInMemoryIsNoticed() {
    store.insert(key(1, "a"), value("1"));
    assertThatThrownBy(() -> store.insert(key(1, "a"), value("2")))
        .isInstanceOf(IllegalStateException.class);
    store.delete(key(1, "a"));
    assertThatThrownBy(() -> store.delete(key(1, "a"))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.replace(key(1, "a"), value("2")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aGroupIsLookedUpAndChangedKeyByKey() {
    store.insert(key(7, "a"), value("1"));
    store.insert(key(8, "b"), value("other group"));
    backend.seal(0);
    try (GroupRows rows = store.group(7, 1000)) {
      byte[] keys = key(7, "a");
      byte[] padded = new byte[keys.length + 2];
      System.arraycopy(keys, 0, padded, 1, keys.length);
      assertThat(rows.find(padded, 1, keys.length)).isTrue();
      assertThat(found(rows)).isEqualTo(value("1"));
      byte[] longer = value("<a longer value>");
      rows.put(longer, 1, longer.length - 2);
      assertThat(rows.find(keys, 0, keys.length)).isTrue();
      assertThat(found(rows)).isEqualTo(value("a longer value"));
      byte[] fresh = key(7, "b");
      assertThat(rows.find(fresh, 0, fresh.length)).isFalse();
      rows.put(value("2"), 0, 1);
      assertThat(rows.find(keys, 0, keys.length)).isTrue();
      rows.remove();
      assertThat(rows.find(keys, 0, keys.length)).isFalse();
    }
    assertThat(store.rows()).isEqualTo(2);
    assertThat(all(store))
        .containsExactly(text(key(7, "b"), value("2")), text(key(8, "b"), value("other group")));
    backend.seal(1);
    backend.discard();
    assertThat(store.rows()).isEqualTo(2);
  }

  @Test
  void rowsAreAddedToAnOpenGroupWithoutALookUp() {
    store.insert(key(7, "a"), value("1"));
    backend.seal(0);
    byte[] padded = value("..value..");
    try (GroupRows rows = store.group(7, 1)) {
      byte[] added = key(7, "b");
      rows.insert(added, 0, added.length, padded, 2, 5);
      assertThat(rows.find(added, 0, added.length)).isTrue();
      assertThat(found(rows)).isEqualTo(value("value"));
      rows.remove();
      rows.insert(added, 0, added.length, padded, 2, 3);
    }
    assertThat(store.rows()).isEqualTo(2);
    assertThat(store.get(key(7, "b"))).isEqualTo(value("val"));
    backend.discard();
    assertThat(store.get(key(7, "b"))).isNull();
  }

  @Test
  void keysGivenTogetherAreFoundByTheirNumbers() {
    for (int i = 0; i < 300; i += 2) {
      store.insert(key(7, "key " + i), value("value " + i));
    }
    backend.seal(0);
    byte[][] keys = new byte[300][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(7, "key " + i);
    }
    try (GroupRows rows = store.group(7, keys.length)) {
      for (int round = 0; round < 2; round++) {
        rows.lookAhead(oneBehindTheOther(keys), ends(keys), keys.length);
        for (int i = 0; i < keys.length; i++) {
          boolean present = round == 1 ? i % 3 > 0 : i % 2 == 0;
          assertThat(rows.find(i)).isEqualTo(present);
          if (present) {
            assertThat(found(rows)).isEqualTo(value((round == 0 ? "value " : "now ") + i));
          }
          if (i % 3 > 0) {
            byte[] now = value("now " + i);
            rows.put(now, 0, now.length);
          } else if (present) {
            rows.remove();
          }
        }
      }
    }
    assertThat(store.rows()).isEqualTo(200);
    assertThat(all(store)).hasSize(200);
  }

  private static byte[] oneBehindTheOther(byte[][] keys) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] key : keys) {
      all.writeBytes(key);
    }
    return all.toByteArray();
  }

  private static int[] ends(byte[][] keys) {
    int[] ends = new int[keys.length];
    int end = 0;
    for (int i = 0; i < keys.length; i++) {
      end += keys[i].length;
      ends[i] = end;
    }
    return ends;
  }

  private static byte[] found(GroupRows rows) {
    int from = rows.valueStart();
    return java.util.Arrays.copyOfRange(rows.value(), from, from + rows.valueLength());
  }

  @Test
  void rowsAreRemovedWhereACursorStands() {
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 40; i++) {
        store.insert(key(i % 3, "row " + (10 + i)), value("value " + i));
      }
      backend.seal(2 * round);
      try (StateCursor cursor = store.scan(KeyRange.between(key(1, "row 2"), key(1, "row 4")))) {
        int at = 0;
        while (cursor.next()) {
          if (at++ % 2 == 0) {
            cursor.remove();
          }
        }
        assertThat(at).isPositive();
      }
      try (StateCursor cursor = store.scan(KeyRange.between(key(0, ""), key(0, "row 3")))) {
        while (cursor.next()) {
          cursor.remove();
        }
      }
      assertThat(scanned(store, KeyRange.between(key(0, ""), key(0, "row 3")))).isEmpty();
      assertThat(store.rows()).isEqualTo(all(store).size());
      backend.seal(2 * round + 1);
      try (StateCursor cursor = store.scan(KeyRange.all())) {
        while (cursor.next()) {
          cursor.remove();
        }
      }
      assertThat(store.isEmpty()).isTrue();
      assertThat(all(store)).isEmpty();
    }
  }

  @Test
  void rowsBeforeABoundAreDroppedFewOrMany() {
    for (int i = 0; i < 2000; i++) {
      int number = i * 7 % 2000; // each once, in no order
      store.insert(key(7, String.format("%04d", number)), value("value " + number));
    }
    store.insert(key(6, "0000"), value("another group"));
    store.insert(key(8, "0000"), value("another group"));
    assertThat(store.dropBefore(key(7, "0100"))).isEqualTo(100);
    assertThat(store.dropBefore(key(7, "0100"))).isZero();
    backend.seal(0);
    store.replace(key(7, "0400"), value("a value that is much longer than before"));
    store.replace(key(7, "1400"), value("a value that is much longer than before"));
    store.delete(key(7, "0500"));
    store.insert(key(7, "0050"), value("late"));
    assertThat(store.dropBefore(key(7, "1000"))).isEqualTo(900);
    assertThat(scanned(store, KeyRange.group(7))).hasSize(1000);
    assertThat(store.dropBefore(key(7, "1001"))).isEqualTo(1);
    assertThat(store.get(key(7, "1000"))).isNull();
    assertThat(store.get(key(7, "1001"))).isEqualTo(value("value 1001"));
    assertThat(store.rows()).isEqualTo(1001);
    assertThat(all(store)).hasSize(1001);
    backend.discard();
    assertThat(store.rows()).isEqualTo(1902);
    assertThat(store.dropBefore(key(7, "9999"))).isEqualTo(1900);
    backend.seal(1);
    assertThat(all(store))
        .containsExactly(
            text(key(6, "0000"), value("another group")),
            text(key(8, "0000"), value("another group")));
  }

  @Test
  void aWalkMeetsEveryRowOfItsGroupOnce() {
    for (int i = 0; i < 60; i++) {
      store.insert(key(7 + i % 2, "row " + (10 + i)), value("value " + i));
    }
    backend.seal(0);
    store.replace(key(7, "row 10"), value("a longer value than before"));
    store.replace(key(7, "row 12"), value("less"));
    store.delete(key(7, "row 14"));
    store.insert(key(7, "row 9"), value("new"));
    assertThat(walked(store, 7))
        .hasSize(30)
        .containsExactlyInAnyOrderElementsOf(scanned(store, KeyRange.group(7)));
    assertThat(walked(store, 9)).isEmpty();
  }

  @Test
  void rowsAreRemovedWhereAWalkStands() {
    for (int i = 0; i < 60; i++) {
      store.insert(key(7, "row " + (10 + i)), value("value " + i));
    }
    backend.seal(0);
    store.insert(key(7, "row 9"), value("odd"));
    try (GroupWalk walk = store.walk(7)) {
      while (walk.next()) {
        if (keyText(walk).endsWith("2") || keyText(walk).endsWith("9")) {
          walk.remove();
        }
      }
    }
    assertThat(store.rows()).isEqualTo(48);
    assertThat(store.get(key(7, "row 9"))).isNull();
    assertThat(store.get(key(7, "row 12"))).isNull();
    assertThat(walked(store, 7))
        .hasSize(48)
        .containsExactlyInAnyOrderElementsOf(scanned(store, KeyRange.group(7)));
    backend.discard();
    assertThat(walked(store, 7)).hasSize(60);
  }

  private static String keyText(GroupWalk walk) {
    return new String(walk.keyArray(), walk.keyStart(), walk.keyLength(), StandardCharsets.UTF_8);
  }

  /** True if every row stays in memory, so that every present key is known. */
  protected boolean keepsAllInMemory() {
    return true;
  }

  @Test
  void manyKeysAreToldPresentOnlyIfTheyAre() {
    boolean[] isThere = new boolean[1000];
    int[] ends = new int[1000];
    ByteArrayOutputStream keys = new ByteArrayOutputStream();
    for (int i = 0; i < 1000; i++) {
      byte[] key = key(i % 50, "key " + i);
      keys.writeBytes(key);
      ends[i] = keys.size();
      if (i % 3 > 0) {
        store.insert(key, value("1"));
      }
      if (i % 3 == 1) {
        store.delete(key);
      }
      isThere[i] = i % 3 == 2;
    }
    boolean[] present = new boolean[1000];
    Arrays.fill(present, true);

    store.findPresent(keys.toByteArray(), ends, 1000, present);

    for (int i = 0; i < 1000; i++) {
      assertThat(present[i]).isIn(isThere[i], isThere[i] && keepsAllInMemory());
    }
  }

  @Test
  void disjointGroupsAreUsedByThreadsAtTheSameTime() throws Exception {
    List<Thread> threads = new java.util.ArrayList<>();
    List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      int mine = worker;
      Thread thread = new Thread(() -> work(mine));
      thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(store.rows()).isEqualTo(4 * 500);
    backend.seal(0);
    assertThat(all(store)).hasSize(4 * 500);
  }

  private void work(int worker) {
    StateStore mine = backend.store(ROWS);
    for (int i = 0; i < 1000; i++) {
      byte[] key = key(worker * 64 + i % 64, "key " + i);
      mine.insert(key, value("a value of some length, so that tables must grow " + i));
      assertThat(mine.get(key)).isNotNull();
      if (i % 2 == 0) {
        mine.delete(key);
      }
    }
  }
}
