package tidemark.runner.yaml;

/** The way from a file's root to a node, as messages show it: {@code steps.a.aggregate.by[0]}. */
public final class YamlPath {
  /** The root itself. */
  public static final YamlPath ROOT = new YamlPath("", "");

  private final String text;
  private final String last;

  private YamlPath(String text, String last) {
    this.text = text;
    this.last = last;
  }

  /** The value of a key below. */
  public YamlPath key(String name) {
    boolean plain =
        name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
    String shown = plain && !name.isEmpty() ? name : "'" + name + "'";
    return new YamlPath(text.isEmpty() ? shown : text + "." + shown, name);
  }

  /** An item below, from 0. */
  public YamlPath item(int index) {
    return new YamlPath(text + "[" + index + "]", "");
  }

  /** The key that the way ends with; empty at the root and at an item. */
  public String last() {
    return last;
  }

  public boolean isRoot() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return text;
  }
}
