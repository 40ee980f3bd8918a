package tidemark.statestore.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tidemark.statestore.StateFailure;
import tidemark.statestore.StateFailure.Kind;

/**
 * Whether there can be a checkpoint at a path: a checkpoint is a folder, and so is what it is in.
 */
final class FolderCheck {
  private FolderCheck() {}

  /**
   * Returns if the path is a folder or can become one.
   *
   * @throws StateFailure NO_FOLDER if it is a file, or lies below one
   */
  static void require(Path directory) {
    Path there = nearest(directory);
    if (there == null || Files.isDirectory(there)) {
      return;
    }
    String what =
        there.equals(directory)
            ? directory + " is a file, not a folder"
            : directory + " cannot be a folder: " + there + " is a file";
    throw new StateFailure(
        Kind.NO_FOLDER, what, "Name another folder under checkpoint, or move the file away.");
  }

  private static @Nullable Path nearest(Path directory) {
    Path at = directory;
    while (at != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }
}
