package tidemark.runner.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files that were read, by the path that spans name: what code frames are cut from. */
public final class SourceTexts {
  private final Map<String, SourceText> byFile = new LinkedHashMap<>();

  /** Keeps a file's text; a later one of the same name replaces it. */
  public void add(SourceText text) {
    byFile.put(text.file(), text);
  }

  /** Keeps all of another collection's texts. */
  public void addAll(SourceTexts others) {
    byFile.putAll(others.byFile);
  }

  /** The text that spans of this file point into. */
  public Optional<SourceText> find(String file) {
    return Optional.ofNullable(byFile.get(file));
  }
}
