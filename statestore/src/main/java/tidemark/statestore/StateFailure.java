package tidemark.statestore;

import org.jspecify.annotations.Nullable;

/** State or checkpoint cannot be used: what happened, where, and what the user can do. */
public final class StateFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What stands in the way. */
  public enum Kind {
    /** Another live run holds the checkpoint. */
    IN_USE,
    /** Another run has taken the checkpoint over; this one may write no more. */
    FENCED,
    /** A file is missing, torn or changed. */
    DAMAGED,
    /** A file of the working copy is changed or cannot be read; the next start makes it anew. */
    WORKING_COPY,
    /** The batch was never committed, or is no longer retained. */
    GONE,
    /** Written by a newer release. */
    FORMAT_TOO_NEW,
    /** The directory holds something else, or the checkpoint of another pipeline. */
    NOT_OURS,
    /** A file is where the checkpoint's folder, or a folder above it, would have to be. */
    NO_FOLDER,
    /** What became of a sink's part in a batch is known already. */
    NOT_OPEN,
    /** A file cannot be read or written. */
    IO,
    /** RocksDB cannot be loaded on this machine. */
    NATIVE
  }

  private final Kind kind;
  private final String wayOut;

  public StateFailure(Kind kind, String message, String wayOut) {
    this(kind, message, wayOut, null);
  }

  public StateFailure(Kind kind, String message, String wayOut, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.wayOut = wayOut;
  }

  public Kind kind() {
    return kind;
  }

  /** What the user can do, as one sentence. */
  public String wayOut() {
    return wayOut;
  }
}
