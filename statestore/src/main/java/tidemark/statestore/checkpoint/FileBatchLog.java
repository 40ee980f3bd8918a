package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.CheckedJson;
import tidemark.statestore.files.FileStore;

/** A log as a folder with a file per batch. It lists the folder once and then knows what it has. */
final class FileBatchLog<E> implements BatchLog<E> {
  private static final Pattern ENTRY = Pattern.compile("[0-9]{9,18}");

  private final FileStore files;
  private final EntryFormat<E> format;
  private final TreeSet<Long> batches = new TreeSet<>();

  FileBatchLog(FileStore files, EntryFormat<E> format) {
    this.files = files;
    this.format = format;
    for (String name : files.list(format.folder())) {
      if (ENTRY.matcher(name).matches()) {
        batches.add(Long.parseLong(name));
      }
    }
  }

  String path(long batch) {
    return format.folder() + "/" + LogFiles.name(batch);
  }

  @Override
  public boolean append(long batch, E entry) {
    if (batch < 0 || format.batch(entry) != batch) {
      throw new IllegalArgumentException("entry of batch " + format.batch(entry) + " for " + batch);
    }
    boolean first = files.createIfAbsent(path(batch), format.encode(entry));
    batches.add(batch);
    return first;
  }

  @Override
  public Optional<E> read(long batch) {
    return batches.contains(batch) && files.length(path(batch)) >= 0
        ? Optional.of(load(batch))
        : Optional.empty();
  }

  /** Whether the entry exists at this moment. */
  boolean isThere(long batch) {
    return files.length(path(batch)) >= 0;
  }

  private E load(long batch) {
    String path = path(batch);
    E entry;
    try (InputStream in = files.open(path)) {
      entry = format.decode(in.readAllBytes(), path);
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO, "cannot read " + path + ": " + e.getMessage(), "Check the disk.", e);
    }
    if (format.batch(entry) != batch) {
      throw CheckedJson.damaged(path, "it is the entry of batch " + format.batch(entry));
    }
    return entry;
  }

  @Override
  public Optional<E> latest() {
    return batches.isEmpty() ? Optional.empty() : read(batches.last());
  }

  @Override
  public List<Long> batches() {
    return new ArrayList<>(batches);
  }

  @Override
  public void withdraw(long batch) {
    if (batches.isEmpty() || batches.last() != batch) {
      throw new IllegalArgumentException("batch " + batch + " is not the newest");
    }
    files.delete(path(batch));
    batches.remove(batch);
  }

  /** Deletes the entry of a batch, if there is one. */
  void drop(long batch) {
    files.delete(path(batch));
    batches.remove(batch);
  }

  @Override
  public void dropBefore(long batch) {
    for (long old : List.copyOf(batches.headSet(batch))) {
      files.delete(path(old));
      batches.remove(old);
    }
  }

  /** Reads everything; damaged entries are noted, other failures are thrown. */
  LogContent<E> content() {
    SortedMap<Long, E> entries = new TreeMap<>();
    SortedMap<Long, String> damaged = new TreeMap<>();
    for (long batch : batches) {
      try {
        read(batch).ifPresent(entry -> entries.put(batch, entry));
      } catch (StateFailure e) {
        if (e.kind() != Kind.DAMAGED) {
          throw e;
        }
        damaged.put(batch, String.valueOf(e.getMessage()));
      }
    }
    return new LogContent<>(entries, damaged);
  }
}
