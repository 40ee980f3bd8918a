package tidemark.runner.editor;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Connector;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.Environment;
import tidemark.runner.yaml.SourceText;
import tidemark.runner.yaml.YamlFormatter;

/** The files that are open in an editor. Lines and columns count from 1, in code points. */
public final class Editor {
  private final Languages languages;
  private final Functions functions = new Functions();
  private final Map<Path, OpenFile> files = new HashMap<>();

  /**
   * @param connectors those whose keys and options a pipeline may use
   * @param environment the variables that files may name
   */
  public Editor(List<Connector> connectors, Environment environment) {
    this.languages = Languages.of(connectors, environment);
  }

  /** A file is opened, or its text is another now. */
  public List<Diagnostic> change(Path path, String text) {
    OpenFile file = OpenFile.of(path, text, Optional.ofNullable(files.get(path)), languages);
    files.put(path, file);
    return file.findings();
  }

  /** A file is closed. */
  public void close(Path path) {
    files.remove(path);
  }

  /** The text of an open file. */
  public Optional<SourceText> text(Path path) {
    return Optional.ofNullable(files.get(path)).map(OpenFile::text);
  }

  /** What can stand at a place. */
  public List<Proposal> complete(Path path, int line, int column) {
    OpenFile file = files.get(path);
    return file == null ? List.of() : Completion.at(file, functions, line, column);
  }

  /** What the word at a place means, as Markdown. */
  public Optional<String> hover(Path path, int line, int column) {
    return Optional.ofNullable(files.get(path))
        .flatMap(file -> new Hover(file, functions).at(line, column));
  }

  /** Where the id or column at a place comes from. */
  public Optional<Span> definition(Path path, int line, int column) {
    return Optional.ofNullable(files.get(path))
        .flatMap(file -> new Definition(file).at(line, column));
  }

  /** The id at a place, with its own place; empty if nothing there can be renamed. */
  public Optional<String> renamed(Path path, int line, int column) {
    return Optional.ofNullable(files.get(path))
        .filter(OpenFile::isCurrent)
        .flatMap(file -> new Wires(file).idAt(line, column))
        .map(id -> id.name().value());
  }

  /** Whether a name may be an id and is none yet. */
  public boolean isFree(Path path, String name) {
    OpenFile file = files.get(path);
    return name.matches("[a-z][a-z0-9_]*")
        && (file == null || new Wires(file).defined(name).isEmpty());
  }

  /** What giving the id at a place another name changes. */
  public List<Edit> rename(Path path, int line, int column, String name) {
    OpenFile file = files.get(path);
    return file == null || !file.isCurrent() ? List.of() : Rename.at(file, line, column, name);
  }

  /** The file written in one way; empty if it cannot be read. */
  public Optional<String> formatted(Path path) {
    return text(path).flatMap(YamlFormatter::format);
  }
}
