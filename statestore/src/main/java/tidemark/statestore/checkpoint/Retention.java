package tidemark.statestore.checkpoint;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tidemark.statestore.StateRef;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.rocksdb.RocksDbStateBackend;
import tidemark.statestore.rocksdb.StateFiles;

/**
 * Deletes what no retained commit needs. What it costs depends on what is retained and deleted, not
 * on what is stored.
 */
final class Retention {
  private final FileStore files;
  private final LogFiles logs;
  private final StateFiles state;
  private final int retained;
  private final SortedMap<Long, StateRef> refs = new TreeMap<>();
  private final Set<String> present = new HashSet<>();
  private boolean listed;

  Retention(FileStore files, LogFiles logs, int retained) {
    this.files = files;
    this.logs = logs;
    this.state = new StateFiles(files);
    this.retained = retained;
  }

  void run(Optional<RocksDbStateBackend> backend) {
    List<Long> batches = logs.commits.batches();
    if (batches.isEmpty()) {
      return;
    }
    long oldest = batches.get(Math.max(0, batches.size() - retained));
    logs.offsets.dropBefore(oldest);
    logs.commits.dropBefore(oldest);
    refs.headMap(oldest).clear();
    backend.ifPresent(b -> refs.put(batches.get(batches.size() - 1), b.sealed()));
    for (long batch : logs.commits.batches()) {
      refs.computeIfAbsent(batch, this::refOf);
    }
    if (backend.isPresent() || refs.values().stream().anyMatch(ref -> !ref.isEmpty())) {
      deleteUnnamed(backend);
    }
  }

  private StateRef refOf(long batch) {
    return logs.commits.read(batch).map(CommitEntry::state).orElse(StateRef.empty());
  }

  private void deleteUnnamed(Optional<RocksDbStateBackend> backend) {
    Set<String> named = new HashSet<>();
    refs.values().forEach(ref -> named.addAll(state.namedBy(ref)));
    if (backend.isPresent()) {
      named.addAll(state.namedBy(backend.get().sealed()));
      named.addAll(state.namedBy(backend.get().pending()));
      present.addAll(backend.get().takePublished());
    }
    if (!listed) {
      listed = true;
      present.addAll(state.all());
    }
    for (String path : List.copyOf(present)) {
      if (!named.contains(path)) {
        files.delete(path);
        present.remove(path);
      }
    }
  }
}
