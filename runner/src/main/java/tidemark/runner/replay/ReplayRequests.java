package tidemark.runner.replay;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.operators.builtin.files.FileReason;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * The requests in a checkpoint to read dead letters again: {@code replays/000000001.ndjson}. A
 * micro-batch takes one; the commit log says which was taken last. Only setting the checkpoint back
 * changes one that is there.
 */
public final class ReplayRequests {
  /** Stands among the sources of an offset entry; no source can be named so. */
  public static final String SOURCE = "dead-letter";

  /** Under this name a commit says which request was taken last. */
  private static final String TAKEN = "replayed";

  private static final String SUFFIX = ".ndjson";

  private final Path folder;

  /**
   * @param checkpoint the checkpoint's folder
   */
  public ReplayRequests(Path checkpoint) {
    this.folder = checkpoint.resolve("replays");
  }

  /** The request that was taken last, as the extra of a commit has it; 0 before any. */
  public static long taken(Map<String, String> extra) {
    return Long.parseLong(extra.getOrDefault(TAKEN, "0"));
  }

  /** How a commit says it. */
  public static Map<String, String> written(long taken) {
    return taken > 0 ? Map.of(TAKEN, Long.toString(taken)) : Map.of();
  }

  /** The first request after this one. */
  public Optional<Long> next(long taken) {
    return after(taken).stream().findFirst();
  }

  /** The requests after this one, in order. */
  public SortedSet<Long> after(long taken) {
    return numbers().tailSet(taken + 1);
  }

  /** The letters of a request, without those that one before it has: each is read again once. */
  public List<Letter> letters(long request) {
    Set<String> before = ids(numbers().headSet(request));
    return lettersOf(request).stream().filter(l -> !before.contains(l.id())).toList();
  }

  private List<Letter> lettersOf(long request) {
    try {
      List<Letter> letters = new ArrayList<>();
      for (String line : Files.readAllLines(file(request))) {
        letters.add(LetterJson.read("", line));
      }
      return letters;
    } catch (IOException broken) {
      throw new Failure(
          Code.TM650,
          "replay " + request + " cannot be read: " + FileReason.of(broken),
          "put `" + file(request) + "` back as it was",
          broken);
    }
  }

  /** The ids of all letters that were requested. */
  public Set<String> ids() {
    return ids(numbers());
  }

  /** The ids of all letters that were requested up to this request. */
  public Set<String> ids(long taken) {
    return ids(numbers().headSet(taken + 1));
  }

  private Set<String> ids(Set<Long> requests) {
    return requests.stream()
        .flatMap(n -> lettersOf(n).stream())
        .map(Letter::id)
        .collect(Collectors.toSet());
  }

  /**
   * Leaves a request behind the others. Durable when this returns.
   *
   * @param taken the request that was taken last; a fork has not the requests of its origin
   * @return its number
   */
  public long add(List<Letter> letters, long taken) {
    try {
      Files.createDirectories(folder);
      forceNames(folder.toAbsolutePath().getParent());
      return publish(aside(letters), taken);
    } catch (IOException broken) {
      throw new Failure(
          Code.TM650,
          "the replay cannot be written to `" + folder + "`: " + FileReason.of(broken),
          "free space or correct the permissions; nothing was asked for",
          broken);
    }
  }

  /**
   * After the checkpoint was set back: forgets the letters of batches that have not happened any
   * more, as what they stood for comes anew. A request without any others goes. Durable when this
   * returns; to be called again after a crash.
   *
   * @param newest the newest batch that is planned or committed
   */
  public void takeBack(long newest) {
    for (long request : numbers()) {
      List<Letter> all = lettersOf(request);
      List<Letter> kept = all.stream().filter(l -> !l.isOfBatchAfter(newest)).toList();
      if (kept.size() < all.size()) {
        replace(request, kept);
      }
    }
  }

  private void replace(long request, List<Letter> letters) {
    try {
      if (letters.isEmpty()) {
        Files.delete(file(request));
      } else {
        Files.move(aside(letters), file(request), StandardCopyOption.ATOMIC_MOVE);
      }
      forceNames(folder);
    } catch (IOException broken) {
      throw new Failure(
          Code.TM650,
          "letters of batches that were taken back cannot leave `"
              + file(request)
              + "`: "
              + FileReason.of(broken),
          "free space or correct the permissions, and run the pipeline again",
          broken);
    }
  }

  /** Letters in a file that is not a request yet, with its bytes on disk. */
  private Path aside(List<Letter> letters) throws IOException {
    String text =
        letters.stream().map(l -> LetterJson.line(l) + "\n").collect(Collectors.joining());
    Path aside = folder.resolve(".new-" + ProcessHandle.current().pid());
    Files.writeString(aside, text, StandardCharsets.UTF_8);
    try (FileChannel written = FileChannel.open(aside, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    return aside;
  }

  private static void forceNames(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Under the first number that is free, in one step: another command may be at it, too. */
  private long publish(Path aside, long taken) throws IOException {
    SortedSet<Long> numbers = numbers();
    long last = numbers.isEmpty() ? taken : Math.max(taken, numbers.last());
    for (long number = last + 1; ; number++) {
      if (isLinked(aside, file(number))) {
        forceNames(folder);
        return number;
      }
    }
  }

  /** False if the name is taken. */
  private static boolean isLinked(Path aside, Path target) throws IOException {
    try {
      Files.createLink(target, aside);
      Files.delete(aside);
    } catch (FileAlreadyExistsException anotherWasFirst) {
      return false;
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      Files.move(aside, target);
    }
    return true;
  }

  private TreeSet<Long> numbers() {
    if (!Files.isDirectory(folder)) {
      return new TreeSet<>();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> name.matches("\\d{9,18}\\.ndjson"))
          .map(name -> Long.parseLong(name.substring(0, name.length() - SUFFIX.length())))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException broken) {
      throw new Failure(
          Code.TM650,
          "the replays in `" + folder + "` cannot be listed: " + FileReason.of(broken),
          "correct the permissions",
          broken);
    }
  }

  private Path file(long request) {
    return folder.resolve(String.format("%09d%s", request, SUFFIX));
  }
}
