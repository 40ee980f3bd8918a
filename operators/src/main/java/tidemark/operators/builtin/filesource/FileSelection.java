package tidemark.operators.builtin.filesource;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which files below the base a source reads: the rules of {@code path}, {@code glob}, {@code
 * recursive} and of names to skip, without looking at the disk.
 */
final class FileSelection {
  private final Path path;
  private final Optional<PathMatcher> glob;
  private final boolean globSeesFolders;
  private final boolean recursive;
  private final List<String> skippedSuffixes;

  /**
   * @param path as in the pipeline, absolute
   * @param glob matched against the file's name, or against its path below the base if it holds a
   *     slash
   */
  FileSelection(Path path, Optional<String> glob, boolean recursive, List<String> skippedSuffixes) {
    this.path = path;
    this.glob = glob.map(FileSelection::matcher);
    this.globSeesFolders = glob.isPresent() && glob.get().indexOf('/') >= 0;
    this.recursive = recursive;
    this.skippedSuffixes = List.copyOf(skippedSuffixes);
  }

  Path path() {
    return path;
  }

  boolean recursive() {
    return recursive;
  }

  /** Whether the name is one that writers use for what is not finished, or that is hidden. */
  boolean isSkipped(String name) {
    return name.startsWith("_")
        || name.startsWith(".")
        || skippedSuffixes.stream().anyMatch(name::endsWith);
  }

  /** Whether {@code glob} takes the file. */
  boolean takes(Path relative) {
    return glob.isEmpty()
        || glob.get().matches(globSeesFolders ? relative : relative.getFileName());
  }

  /** The position of the first name of the path that is a pattern; the name count if none is. */
  int firstPattern() {
    for (int i = 0; i < path.getNameCount(); i++) {
      if (isPattern(path.getName(i).toString())) {
        return i;
      }
    }
    return path.getNameCount();
  }

  /** The patterns of the path from {@link #firstPattern()} on. */
  PathPattern pattern() {
    return new PathPattern(path.subpath(firstPattern(), path.getNameCount()));
  }

  private static boolean isPattern(String name) {
    return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  private static PathMatcher matcher(String pattern) {
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }

  /**
   * The pattern part of a path. A folder that matches is read like a folder that was named; names
   * deeper than the pattern belong to the folder that matched.
   */
  static final class PathPattern {
    private final List<PathMatcher> levels = new ArrayList<>();
    private final Optional<PathMatcher> whole;

    PathPattern(Path pattern) {
      boolean crossesFolders = false;
      for (Path level : pattern) {
        crossesFolders |= level.toString().contains("**");
      }
      String text = pattern.toString();
      boolean bracesHoldSlash = text.matches("(?s).*\\{[^}]*/.*");
      if (crossesFolders || bracesHoldSlash) {
        whole = Optional.of(matcher(text));
      } else {
        whole = Optional.empty();
        pattern.forEach(level -> levels.add(matcher(level.toString())));
      }
    }

    /** Whether files may lie below the folder. */
    boolean mayHold(Path folder, boolean recursive) {
      if (whole.isPresent()) {
        return true;
      }
      int depth = folder.getNameCount();
      return depth > levels.size()
          ? recursive
          : levels.get(depth - 1).matches(folder.getFileName());
    }

    /** Whether the file, whose folders {@link #mayHold} it, is meant. */
    boolean takes(Path file) {
      if (whole.isPresent()) {
        return whole.get().matches(file);
      }
      int depth = file.getNameCount();
      return depth > levels.size()
          || (depth == levels.size() && levels.get(depth - 1).matches(file.getFileName()));
    }
  }
}
