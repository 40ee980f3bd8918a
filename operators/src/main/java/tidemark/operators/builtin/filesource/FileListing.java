package tidemark.operators.builtin.filesource;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tidemark.operators.builtin.files.PortableName;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * Looks at the disk for the files that a selection means. Links are followed, loops are cut, a
 * folder that cannot be listed is a failure.
 */
final class FileListing {
  private static final long NANOS_A_SECOND = 1_000_000_000;

  private final FileSelection selection;
  private final NoticeBoard notices;

  FileListing(FileSelection selection, NoticeBoard notices) {
    this.selection = selection;
    this.notices = notices;
  }

  /**
   * The folder that names are below: the path itself if it is a folder, the part before the first
   * pattern, or the folder of a single file.
   */
  Path base() {
    Path path = selection.path();
    Optional<BasicFileAttributes> attributes = attributes(path);
    if (attributes.isPresent()) {
      return attributes.get().isDirectory() ? path : folderOf(path);
    }
    int fixed = selection.firstPattern();
    return fixed < path.getNameCount() ? prefix(path, fixed) : folderOf(path);
  }

  /** All files that are meant, in no stated order; empty optional if the path does not exist. */
  Optional<List<FoundFile>> files() {
    Path path = selection.path();
    Optional<BasicFileAttributes> attributes = attributes(path);
    if (attributes.isEmpty()) {
      int fixed = selection.firstPattern();
      if (fixed == path.getNameCount()) {
        return Optional.empty();
      }
      Path base = prefix(path, fixed);
      return Files.isDirectory(base)
          ? Optional.of(walk(base, Optional.of(selection.pattern())))
          : Optional.empty();
    }
    if (attributes.get().isDirectory()) {
      return Optional.of(walk(path, Optional.empty()));
    }
    if (!attributes.get().isRegularFile()) {
      throw unreadable(path, "it is neither a file nor a folder", null);
    }
    return Optional.of(List.of(found(folderOf(path), path, attributes.get())));
  }

  /** The file as it is now; empty if it is gone. */
  static Optional<BasicFileAttributes> attributes(Path path) {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (AccessDeniedException denied) {
      throw unreadable(path, "permission denied", denied);
    } catch (IOException broken) {
      if (Files.notExists(path)) {
        return Optional.empty();
      }
      throw unreadable(path, reason(broken), broken);
    }
  }

  static long modified(BasicFileAttributes attributes) {
    Instant time = attributes.lastModifiedTime().toInstant();
    return time.getEpochSecond() * NANOS_A_SECOND + time.getNano();
  }

  static Failure unreadable(Path path, String reason, @Nullable Throwable cause) {
    String message = "cannot read `" + PortableName.shown(path.toString()) + "`: " + reason;
    String wayOut =
        cause instanceof DamagedException
            ? "put a whole copy in its place, or move it away, then run again; if it is still being"
                + " written, set `settle`"
            : "check the path and its permissions, then run again";
    return cause == null
        ? new Failure(Code.TM604, message, wayOut)
        : new Failure(Code.TM604, message, wayOut, cause);
  }

  /** A file whose columns are not those declared. */
  static Failure unfit(Path path, List<String> objections) {
    return new Failure(
        Code.TM613,
        "`"
            + PortableName.shown(path.toString())
            + "` does not fit the source's columns: "
            + String.join("; ", objections),
        "declare the columns as the file has them and convert them in a step, or move the file"
            + " away");
  }

  static String reason(IOException broken) {
    if (broken instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = broken.getMessage();
    return message == null ? broken.getClass().getSimpleName() : message;
  }

  private List<FoundFile> walk(Path base, Optional<FileSelection.PathPattern> pattern) {
    Walk walk = new Walk(base, pattern);
    try {
      int depth = pattern.isEmpty() && !selection.recursive() ? 1 : Integer.MAX_VALUE;
      Files.walkFileTree(base, EnumSet.of(FileVisitOption.FOLLOW_LINKS), depth, walk);
    } catch (IOException broken) {
      throw unreadable(base, reason(broken), broken);
    }
    return walk.files;
  }

  private static FoundFile found(Path base, Path file, BasicFileAttributes attributes) {
    return new FoundFile(
        PortableName.of(base, file), file, attributes.size(), modified(attributes));
  }

  private static Path folderOf(Path path) {
    Path folder = path.getParent();
    return folder == null ? path : folder;
  }

  private static Path prefix(Path path, int names) {
    Path root = path.getRoot();
    if (names == 0) {
      return root == null ? Path.of("") : root;
    }
    Path relative = path.subpath(0, names);
    return root == null ? relative : root.resolve(relative);
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final Path base;
    private final Optional<FileSelection.PathPattern> pattern;
    private final List<FoundFile> files = new ArrayList<>();

    Walk(Path base, Optional<FileSelection.PathPattern> pattern) {
      this.base = base;
      this.pattern = pattern;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean enter = folder.equals(base) || enters(base.relativize(folder));
      return enter ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      Path relative = base.relativize(file);
      if (attributes.isDirectory() || !takes(relative)) {
        return FileVisitResult.CONTINUE;
      }
      if (attributes.isSymbolicLink()) {
        notices.note(Code.TM603, "is a link to nothing and is left out", relative.toString(), "");
      } else if (attributes.isRegularFile()) {
        files.add(found(base, file, attributes));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException broken) {
      boolean gone =
          broken instanceof FileSystemLoopException || broken instanceof NoSuchFileException;
      Path relative = base.relativize(file);
      if (!gone && (file.equals(base) || enters(relative) || takes(relative))) {
        throw unreadable(file, reason(broken), broken);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException broken) {
      if (broken != null) {
        throw unreadable(folder, reason(broken), broken);
      }
      return FileVisitResult.CONTINUE;
    }

    private boolean enters(Path folder) {
      return !selection.isSkipped(folder.getFileName().toString())
          && (pattern.isPresent()
              ? pattern.get().mayHold(folder, selection.recursive())
              : selection.recursive());
    }

    private boolean takes(Path file) {
      return !selection.isSkipped(file.getFileName().toString())
          && (pattern.isEmpty() || pattern.get().takes(file))
          && selection.takes(file);
    }
  }
}
