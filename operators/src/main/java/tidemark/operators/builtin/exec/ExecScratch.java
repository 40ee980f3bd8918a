package tidemark.operators.builtin.exec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tidemark.operators.connector.Delivery;
import tidemark.operators.connector.Options;
import tidemark.operators.connector.ScratchName;
import tidemark.operators.connector.ScratchTarget;
import tidemark.operators.connector.SinkRequest;

/**
 * A program in the place of the sink's own, which appends what it reads to a file and keeps the
 * keys. It does what is declared of the sink's own: nothing with a key that it knows, or tell
 * whether it knows one.
 */
final class ExecScratch implements ScratchTarget {
  private static final String KNOWS = "grep -qxF -- \"$TIDEMARK_KEY\" \"$0.keys\" 2>/dev/null";
  private static final String APPEND =
      "cat >> \"$0\" && printf '%s\\n' \"$TIDEMARK_KEY\" >> \"$0.keys\"";
  private static final String APPEND_UNKNOWN = KNOWS + " || { " + APPEND + "; }";
  private static final String TELL = "if " + KNOWS + "; then echo committed; else echo absent; fi";

  private final Options own;
  private final Path file;

  private ExecScratch(Options own, Path file) {
    this.own = own;
    this.file = file;
  }

  static ScratchTarget of(SinkRequest request, ScratchName name) {
    Path folder = name.place().map(Path::of).orElse(name.folder());
    return new ExecScratch(request.options(), folder.toAbsolutePath().resolve(name.name()));
  }

  @Override
  public Options options() {
    boolean isKeyed = ExecSinkSettings.delivery(own) == Delivery.KEYED;
    Map<String, Object> values = new TreeMap<>(own.values());
    values.remove("environment"); // whose secrets are for the sink's own program
    values.put("format", "ndjson");
    values.put("command", shell(isKeyed ? APPEND_UNKNOWN : APPEND));
    if (values.containsKey("outcome_command")) {
      values.put("outcome_command", shell(TELL));
    }
    return new Options(values, own.spans(), own.place());
  }

  private List<String> shell(String script) {
    return List.of("sh", "-c", script, file.toString());
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public void make() {}

  @Override
  public void read(Consumer<String> row) {
    if (!Files.exists(file)) {
      return;
    }
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void drop() {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".keys"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
