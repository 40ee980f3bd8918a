package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tidemark.runner.yaml.YamlFile.Written;

/** The comments of a file in order, handed out once each while it is written anew. */
final class Comments {
  private final SourceText text;
  private final int[] scalars;
  private final List<Comment> all = new ArrayList<>();
  private int next;

  /**
   * A comment, from its sign on.
   *
   * @param alone whether nothing stands before it on its line
   */
  record Comment(int at, boolean alone, String text) {}

  Comments(YamlFile file) {
    this.text = file.text();
    this.scalars = file.scalars().stream().mapToInt(Written::from).sorted().toArray();
    for (int line = 1; line <= text.lineCount(); line++) {
      collect(line, file.scalars());
    }
  }

  private void collect(int line, List<Written> written) {
    int from = text.startOf(line);
    int end = text.endOf(line);
    for (int at = from; at < end; at++) {
      boolean begins = text.at(at) == '#' && (at == from || isBlank(text.at(at - 1)));
      if (begins && !isInside(at, line, written)) {
        boolean alone = text.slice(from, at).isBlank();
        all.add(new Comment(at, alone, text.slice(at, end).stripTrailing()));
        return;
      }
    }
  }

  private boolean isInside(int at, int line, List<Written> written) {
    for (Written scalar : written) {
      int sign = text.at(scalar.from());
      boolean header = (sign == '|' || sign == '>') && text.lineOf(scalar.from()) == line;
      if (scalar.from() <= at && at < scalar.to() && !header) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBlank(int point) {
    return point == ' ' || point == '\t';
  }

  /** Whether a comment stands between two offsets. */
  boolean anyBetween(int from, int to) {
    return all.stream().anyMatch(c -> c.at() >= from && c.at() < to);
  }

  /** Takes the comment that ends the line on which something ends, if one does. */
  Optional<Comment> takeBehind(int end) {
    if (next < all.size()) {
      Comment comment = all.get(next);
      int line = text.lineOf(Math.max(0, end - 1));
      boolean same = comment.at() >= end && text.lineOf(comment.at()) == line;
      if (same && !comment.alone() && !scalarBetween(end, comment.at())) {
        next++;
        return Optional.of(comment);
      }
    }
    return Optional.empty();
  }

  private boolean scalarBetween(int from, int to) {
    int found = Arrays.binarySearch(scalars, from);
    int at = found >= 0 ? found : -found - 1;
    return at < scalars.length && scalars[at] < to;
  }

  /** Takes the comments before an offset. */
  List<Comment> takeBefore(int offset) {
    List<Comment> taken = new ArrayList<>();
    while (next < all.size() && all.get(next).at() < offset) {
      taken.add(all.get(next++));
    }
    return taken;
  }

  /** Takes the comments behind the last line of a block that are indented like it. */
  List<Comment> takeIndented(int column) {
    List<Comment> taken = new ArrayList<>();
    while (next < all.size() && isIndented(all.get(next), column)) {
      taken.add(all.get(next++));
    }
    return taken;
  }

  private boolean isIndented(Comment comment, int column) {
    int last = next == 0 ? 0 : all.get(next - 1).at();
    return comment.alone()
        && comment.at() - text.startOf(text.lineOf(comment.at())) >= column
        && !scalarBetween(Math.max(last, written), comment.at());
  }

  private int written;

  /** Says up to where the file is written anew. */
  void reached(int offset) {
    written = Math.max(written, offset);
  }
}
