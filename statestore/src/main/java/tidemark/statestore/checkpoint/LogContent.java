package tidemark.statestore.checkpoint;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The retained entries of a log as they were found.
 *
 * @param entries intact entries by batch
 * @param damaged what is wrong with the others, by batch: names the file
 */
record LogContent<E>(SortedMap<Long, E> entries, SortedMap<Long, String> damaged) {
  LogContent {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    damaged = Collections.unmodifiableSortedMap(new TreeMap<>(damaged));
  }

  boolean isEmpty() {
    return entries.isEmpty() && damaged.isEmpty();
  }
}
