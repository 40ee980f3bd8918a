package tidemark.operators.builtin.filesink;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tidemark.operators.builtin.files.DurableFolder;
import tidemark.operators.diagnostics.Failure;

/**
 * The folder of a file sink on disk:
 *
 * <pre>
 * part-000000017-000.ndjson            visible results
 * _tidemark/owner.json                 whose folder it is
 * _tidemark/staging/000000017.…        files of a micro-batch that is not committed
 * _tidemark/manifests/000000017.json   the commits of the newest micro-batches
 * _tidemark/committed-up-to            the newest batch whose manifest was retired
 * </pre>
 *
 * <p>The order of a commit: staged files and their folder are made durable; the manifest is made
 * durable; the staged files are renamed. Whoever opens the folder later finishes the renames.
 */
final class SinkFolder {
  static final String OWN = "_tidemark";
  private static final Pattern RESULT_NAME =
      Pattern.compile(
          "(part-(\\d{9,})-\\d{3,}|result)\\.(ndjson|csv|txt|parquet|avro)(\\.gz|\\.zst)?");
  private static final Pattern MANIFEST_NAME = Pattern.compile("\\d+\\.json");
  private static final String MARK = "committed-up-to";

  private final int keptManifests;
  private final DurableFolder results;
  private final DurableFolder own;
  private final DurableFolder staging;
  private final DurableFolder manifests;
  private final Owner claimer;
  private final OwnerMark mark;
  private long retired = -1;

  /** No more manifests than these are on disk. */
  private int manifestsAtMost;

  /** The last batch was committed here, so nothing is staged and nothing left to be published. */
  private boolean tidy;

  /**
   * @param claimer who wants to write it
   * @param keptManifests how many manifests stay readable; twice as many are on disk at most
   */
  SinkFolder(Path path, Owner claimer, int keptManifests) {
    this.claimer = claimer;
    this.keptManifests = keptManifests;
    this.results = new DurableFolder(path);
    this.own = new DurableFolder(path.resolve(OWN));
    this.staging = new DurableFolder(own.path().resolve("staging"));
    this.manifests = new DurableFolder(own.path().resolve("manifests"));
    this.mark = new OwnerMark(results, own, claimer);
  }

  Path path() {
    return results.path();
  }

  /**
   * Takes the folder, makes what is missing, and finishes a commit that was cut off. One of another
   * checkpoint of the pipeline is only looked at, until {@link #take}.
   *
   * @throws Failure TM606 if it belongs to someone else, TM605 if it cannot be written
   */
  void claim() {
    attempt(
        () -> {
          results.create();
          Owner present = mark.claim();
          if (present.isSameAs(claimer)) {
            open();
          } else if (present.isOfPipelineOf(claimer)) {
            staging.create();
            manifests.create();
            retired = readMark();
          } else {
            throw mark.belongsTo(present);
          }
        });
  }

  private void open() throws IOException {
    staging.create();
    manifests.create();
    own.sync();
    results.sync();
    probe();
    retired = readMark();
    manifestsAtMost = batches().size();
    rollForward();
  }

  /** Whose folder it is now. */
  Owner owner() {
    return WriteFailure.find(results.path(), mark::present);
  }

  /** Makes the folder the claimer's, with the batches that are in it. */
  void take() {
    attempt(
        () -> {
          mark.replace();
          open();
        });
  }

  /** The manifest of the newest batch, if it is there. */
  Optional<Manifest> newestManifest() {
    return WriteFailure.find(
        results.path(),
        () -> {
          Optional<Long> batch = batches().stream().max(Comparator.naturalOrder());
          return batch.isPresent()
              ? Optional.of(readManifest(manifests.path().resolve(manifestName(batch.get()))))
              : Optional.empty();
        });
  }

  /** Whether the batch took effect. */
  boolean isCommitted(long batch) {
    return batch <= retired || Files.exists(manifests.path().resolve(manifestName(batch)));
  }

  /**
   * Makes room for the batch: what earlier attempts left is gone.
   *
   * @throws Failure TM606 if the folder is not the claimer's
   */
  void stage() {
    attempt(
        () -> {
          mark.requireOurs();
          if (!tidy) {
            rollForward();
            for (String leftover : staging.names()) {
              Files.deleteIfExists(staging.path().resolve(leftover));
            }
          }
          tidy = false;
        });
  }

  /** Where a file of the batch is written aside; {@code name} is its final name. */
  Path staged(long batch, String name) {
    return staging.path().resolve(batchName(batch) + "." + name);
  }

  /** Makes the staged files' names durable; the files themselves are already. */
  void seal() {
    attempt(staging::sync);
  }

  /** Drops what was staged for the batch. */
  void drop(long batch) {
    attempt(
        () -> {
          for (String name : staging.names()) {
            if (name.startsWith(batchName(batch) + ".")) {
              Files.deleteIfExists(staging.path().resolve(name));
            }
          }
        });
  }

  /**
   * Commits and publishes; repeating it changes nothing.
   *
   * @throws Failure TM606 if the folder is not the claimer's any more
   */
  void commit(Manifest manifest) {
    attempt(
        () -> {
          mark.requireOurs();
          String name = manifestName(manifest.batch());
          if (!Files.exists(manifests.path().resolve(name))) {
            manifests.replaceFile(name, manifest.toJson());
            manifestsAtMost++;
          }
          publish(manifest);
          retire();
          tidy = true;
        });
  }

  /** The manifests that are on disk, the newest first. */
  List<Manifest> manifests() throws IOException {
    List<Manifest> found = new ArrayList<>();
    List<Long> newestFirst = batches();
    newestFirst.sort(Comparator.reverseOrder());
    for (long batch : newestFirst) {
      found.add(readManifest(manifests.path().resolve(manifestName(batch))));
    }
    return found;
  }

  /** The newest batch whose manifest was cleared away; -1 if none was. */
  long retired() {
    return retired;
  }

  /** Whether a whole result is visible. */
  boolean showsWhole() throws IOException {
    return results.names().stream().anyMatch(name -> name.startsWith("result."));
  }

  /** Deletes whole results. */
  void deleteWhole() throws IOException {
    for (String name : results.names()) {
      if (name.startsWith("result.") && RESULT_NAME.matcher(name).matches()) {
        deleteResult(name);
      }
    }
    results.sync();
  }

  /** Whether a result file of this name is visible. */
  boolean isVisible(String name) {
    return Files.exists(results.path().resolve(name));
  }

  /** Makes the commits of these batches undone; their files stay until they are deleted. */
  void retract(List<Manifest> undone) throws IOException {
    for (Manifest manifest : undone) {
      Files.deleteIfExists(manifests.path().resolve(manifestName(manifest.batch())));
    }
    manifests.sync();
  }

  /**
   * Deletes the visible files of batches after this one, and what was staged for them; then none
   * counts as committed any more.
   */
  void deleteAfter(long lastBatch) throws IOException {
    for (String name : results.names()) {
      Matcher matcher = RESULT_NAME.matcher(name);
      if (matcher.matches() && matcher.group(2) != null && isAfter(matcher.group(2), lastBatch)) {
        Files.deleteIfExists(results.path().resolve(name));
      }
    }
    for (String name : staging.names()) {
      if (isAfter(name.replaceFirst("\\..*", ""), lastBatch)) {
        Files.deleteIfExists(staging.path().resolve(name));
      }
    }
    results.sync();
    if (retired > lastBatch) {
      own.replaceFile(MARK, lastBatch + "\n");
      retired = lastBatch;
    }
  }

  private static boolean isAfter(String digits, long lastBatch) {
    return digits.matches("\\d{1,18}") && Long.parseLong(digits) > lastBatch;
  }

  /** Deletes a visible result file. */
  void deleteResult(String name) throws IOException {
    Files.deleteIfExists(results.path().resolve(name));
  }

  /** Runs file operations and turns what goes wrong into a failure that names the path. */
  void attempt(WriteFailure.Work work) {
    WriteFailure.attempt(results.path(), work);
  }

  /**
   * Gives the batch's files their final names. They need not be durable at once: the manifest is,
   * and names that a crash of the machine takes back are given again.
   */
  private void publish(Manifest manifest) throws IOException {
    for (Manifest.Published file : manifest.files()) {
      Path from = staged(manifest.batch(), file.name());
      if (Files.exists(from)) {
        Files.move(from, results.path().resolve(file.name()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    if (manifest.whole()) {
      deleteOlderResults(manifest);
    }
  }

  private void deleteOlderResults(Manifest manifest) throws IOException {
    Set<String> current =
        manifest.files().stream().map(Manifest.Published::name).collect(Collectors.toSet());
    for (String name : results.names()) {
      if (RESULT_NAME.matcher(name).matches() && !current.contains(name)) {
        Files.deleteIfExists(results.path().resolve(name));
      }
    }
  }

  /** Finishes commits whose renames were cut off: the newest, and any with files still staged. */
  private void rollForward() throws IOException {
    Set<String> open = new TreeSet<>();
    for (String name : staging.names()) {
      open.add(name.replaceFirst("\\..*", "") + ".json");
    }
    batches().stream().max(Comparator.naturalOrder()).ifPresent(b -> open.add(manifestName(b)));
    for (String name : open) {
      Path manifest = manifests.path().resolve(name);
      if (Files.exists(manifest)) {
        publish(readManifest(manifest));
      }
    }
  }

  /** The batches whose manifests are on disk, in no stated order. */
  private List<Long> batches() throws IOException {
    List<Long> batches = new ArrayList<>();
    for (String name : manifests.names()) {
      if (MANIFEST_NAME.matcher(name).matches()) {
        batches.add(Long.parseLong(name.substring(0, name.length() - ".json".length())));
      }
    }
    return batches;
  }

  private Manifest readManifest(Path file) throws IOException {
    try {
      return Manifest.of(Files.readString(file));
    } catch (IOException unreadable) {
      throw new FileSystemException(file.toString(), null, unreadable.getMessage());
    }
  }

  /** Deletes the oldest manifests in bulk, after noting up to where they reached. */
  private void retire() throws IOException {
    if (manifestsAtMost <= 2 * keptManifests) {
      return;
    }
    List<Long> batches = batches();
    manifestsAtMost = batches.size();
    if (manifestsAtMost <= 2 * keptManifests) {
      return;
    }
    batches.sort(null);
    List<Long> old = batches.subList(0, batches.size() - keptManifests);
    long newest = old.get(old.size() - 1);
    results.sync();
    own.replaceFile(MARK, newest + "\n");
    retired = newest;
    for (long batch : old) {
      Files.deleteIfExists(manifests.path().resolve(manifestName(batch)));
    }
    manifestsAtMost = keptManifests;
  }

  private long readMark() throws IOException {
    Path mark = own.path().resolve(MARK);
    try {
      return Long.parseLong(Files.readString(mark).trim());
    } catch (NoSuchFileException none) {
      return -1;
    } catch (NumberFormatException damaged) {
      throw new FileSystemException(mark.toString(), null, "it does not hold a batch number");
    }
  }

  private void probe() throws IOException {
    own.replaceFile("probe", "");
    Files.delete(own.path().resolve("probe"));
    Path trial = results.path().resolve(".tidemark-probe");
    Files.deleteIfExists(trial);
    Files.createFile(trial);
    Files.delete(trial);
  }

  private static String manifestName(long batch) {
    return batchName(batch) + ".json";
  }

  static String batchName(long batch) {
    return padded(9, batch);
  }

  /** The file of a partition of a batch, without the suffix. */
  static String partName(long batch, int partition) {
    return "part-" + batchName(batch) + "-" + padded(3, partition);
  }

  private static String padded(int digits, long number) {
    String text = Long.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
