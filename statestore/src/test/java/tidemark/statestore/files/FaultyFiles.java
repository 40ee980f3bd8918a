package tidemark.statestore.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A file store whose process dies at the n-th change: nothing works afterwards. */
public record FaultyFiles(FileStore files, Path root, Plan plan) implements FileStore {
  /** How the change ends at which the process dies. */
  public enum Mode {
    /** Without any effect. */
    BEFORE,
    /** Half of the content is left behind in the staging folder. */
    TORN,
    /** It has happened, but nobody was told. */
    AFTER
  }

  /** When and how the process dies, counted over all stores that share the plan. */
  public static final class Plan {
    private final int fatal;
    private final Mode mode;
    private int calls;
    private boolean dead;

    /**
     * @param fatal number of the change that is the last one, from 0; -1 = none
     */
    public Plan(int fatal, Mode mode) {
      this.fatal = fatal;
      this.mode = mode;
    }

    public static Plan none() {
      return new Plan(-1, Mode.BEFORE);
    }

    public boolean isDead() {
      return dead;
    }

    public int calls() {
      return calls;
    }
  }

  /** What the dead process would have seen. */
  public static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A change that may succeed or not. */
  private interface Change {
    boolean run();
  }

  private boolean change(byte[] content, Change change) {
    requireAlive();
    if (plan.calls++ != plan.fatal) {
      return change.run();
    }
    plan.dead = true;
    if (plan.mode == Mode.AFTER) {
      change.run();
    }
    if (plan.mode == Mode.TORN) {
      tear(content);
    }
    throw new Death();
  }

  private void tear(byte[] content) {
    try {
      Path staging = root.resolve("staging");
      Files.createDirectories(staging);
      Files.write(
          staging.resolve("torn-" + plan.fatal), Arrays.copyOf(content, content.length / 2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireAlive() {
    if (plan.dead) {
      throw new Death();
    }
  }

  @Override
  public InputStream open(String path) {
    requireAlive();
    return files.open(path);
  }

  @Override
  public long length(String path) {
    requireAlive();
    return files.length(path);
  }

  @Override
  public List<String> list(String folder) {
    requireAlive();
    return files.list(folder);
  }

  @Override
  public boolean createIfAbsent(String path, byte[] content) {
    return change(content, () -> files.createIfAbsent(path, content));
  }

  @Override
  public void replace(String path, byte[] content) {
    change(
        content,
        () -> {
          files.replace(path, content);
          return true;
        });
  }

  @Override
  public void upload(Path local, String path) {
    change(
        new byte[100],
        () -> {
          files.upload(local, path);
          return true;
        });
  }

  @Override
  public void delete(String path) {
    change(
        new byte[0],
        () -> {
          files.delete(path);
          return true;
        });
  }

  @Override
  public FileStore claim(long epoch) {
    FileStore[] claimed = new FileStore[1];
    change(
        new byte[0],
        () -> {
          claimed[0] = files.claim(epoch);
          return true;
        });
    return new FaultyFiles(claimed[0], root, plan);
  }
}
