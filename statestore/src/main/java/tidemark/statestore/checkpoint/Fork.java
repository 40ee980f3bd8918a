package tidemark.statestore.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;
import tidemark.statestore.files.FileStore;
import tidemark.statestore.files.IoReason;
import tidemark.statestore.files.LocalFiles;
import tidemark.statestore.rocksdb.StateFiles;

/**
 * A second checkpoint that stands at a committed batch of a first one, as another query: it owns
 * nothing that the sinks of the first hold. The first one is only read, and may be in use.
 *
 * @param batch the batch at which both stand
 * @param queryId identity of the second one
 * @param linked files of the state that share their bytes with the first one
 * @param copied files of the state with bytes of their own
 */
public record Fork(long batch, String queryId, int linked, int copied) {
  /** How the files of the state get into the second checkpoint. */
  public enum Sharing {
    /** As links where the file system can: no room is needed; damage of one is damage of both. */
    LINKS,
    /** As copies. */
    COPIES
  }

  static Fork make(
      Path from,
      FileStore source,
      long batch,
      Path to,
      Sharing sharing,
      CheckpointOptions options) {
    requireEmpty(to);
    LogFiles logs = new LogFiles(source);
    try {
      return new Making(from, source, to, sharing, options).make(logs, batch);
    } catch (StateFailure e) {
      if (e.kind() == Kind.DAMAGED && !logs.commits.isThere(batch)) {
        throw new StateFailure(
            Kind.GONE,
            "batch " + batch + " is not retained as a committed one",
            "Fork at a retained batch; without --batch it is the newest one.",
            e);
      }
      throw e;
    } catch (IOException e) {
      throw new StateFailure(
          Kind.IO,
          "cannot write " + to + ": " + IoReason.of(e),
          "Free space or correct the permissions, delete the folder and fork again.",
          e);
    }
  }

  private static void requireEmpty(Path to) {
    FolderCheck.require(to);
    if (!new LocalFiles(to).list("").isEmpty()) {
      throw new StateFailure(
          Kind.NOT_OURS, to + " is not empty", "Give a folder that is empty or does not exist.");
    }
  }

  /** The second checkpoint while it is made; its identity comes last, and makes it one. */
  private static final class Making {
    private final Path from;
    private final FileStore source;
    private final Path to;
    private final Sharing sharing;
    private final CheckpointOptions options;
    private int linked;
    private int copied;

    Making(Path from, FileStore source, Path to, Sharing sharing, CheckpointOptions options) {
      this.from = from;
      this.source = source;
      this.to = to;
      this.sharing = sharing;
      this.options = options;
    }

    Fork make(LogFiles logs, long batch) throws IOException {
      CommitEntry commit =
          logs.commits
              .read(batch)
              .orElseThrow(() -> new StateFailure(Kind.DAMAGED, "no commit of " + batch, ""));
      Files.createDirectories(to);
      try (Claim claim = Claim.take(to, options, new LocalFiles(to))) {
        FileStore target = claim.files();
        for (String path : new TreeSet<>(new StateFiles(source).namedBy(commit.state()))) {
          bring(path);
        }
        List<String> small = new ArrayList<>();
        logs.plans.generations().stream()
            .filter(plan -> plan <= commit.planGeneration())
            .forEach(plan -> small.add(FilePlanLog.path(plan)));
        small.add(logs.offsets.path(batch));
        small.add(logs.commits.path(batch));
        for (String path : small) {
          create(target, path);
        }
        Identity first = Identity.read(source);
        Identity second =
            new Identity(options.ids().next(), first.pipeline(), options.clock().millis());
        second.create(target);
        return new Fork(batch, second.queryId(), linked, copied);
      }
    }

    private void bring(String path) throws IOException {
      Path target = to.resolve(path);
      Files.createDirectories(target.getParent());
      if (source.length(path) < 0) {
        throw new StateFailure(
            Kind.DAMAGED, path + " is missing", "Put the file back from a copy.");
      }
      if (sharing == Sharing.LINKS && isLinked(from.resolve(path), target)) {
        linked++;
        return;
      }
      try (InputStream in = source.open(path)) {
        Files.copy(in, target);
      }
      copied++;
    }

    private static boolean isLinked(Path file, Path link) {
      try {
        Files.createLink(link, file);
        return true;
      } catch (UnsupportedOperationException | FileSystemException cannot) {
        return false;
      } catch (IOException cannot) {
        return false;
      }
    }

    private void create(FileStore target, String path) throws IOException {
      byte[] content;
      try (InputStream in = source.open(path)) {
        content = in.readAllBytes();
      }
      if (!target.createIfAbsent(path, content)) {
        throw new StateFailure(Kind.IN_USE, to + " is made by another command", "Choose a folder.");
      }
    }
  }
}
