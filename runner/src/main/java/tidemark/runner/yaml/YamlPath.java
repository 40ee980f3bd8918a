package tidemark.runner.yaml;

import org.jspecify.annotations.Nullable;

/** The way from a file's root to a node, as messages show it: {@code steps.a.aggregate.by[0]}. */
public final class YamlPath {
  /** The root itself. */
  public static final YamlPath ROOT = new YamlPath(null, "", -1);

  private final @Nullable YamlPath above;
  private final String last;
  private final int index;

  private YamlPath(@Nullable YamlPath above, String last, int index) {
    this.above = above;
    this.last = last;
    this.index = index;
  }

  /** The value of a key below. */
  public YamlPath key(String name) {
    return new YamlPath(this, name, -1);
  }

  /** An item below, from 0. */
  public YamlPath item(int index) {
    return new YamlPath(this, "", index);
  }

  /** The key that the way ends with; empty at the root and at an item. */
  public String last() {
    return last;
  }

  public boolean isRoot() {
    return above == null;
  }

  @Override
  public String toString() {
    if (above == null) {
      return "";
    }
    if (index >= 0) {
      return above + "[" + index + "]";
    }
    boolean plain =
        !last.isEmpty()
            && last.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
    String shown = plain ? last : "'" + last + "'";
    return above.isRoot() ? shown : above + "." + shown;
  }
}
