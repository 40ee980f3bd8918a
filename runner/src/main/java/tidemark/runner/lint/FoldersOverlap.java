package tidemark.runner.lint;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SinkDefinition;
import tidemark.runner.compile.SourceDefinition;

/**
 * What a sink writes must be nobody else's: not another sink's folder, not the checkpoint, not what
 * a source of the same pipeline reads, which would be a loop (TM622, an error).
 */
final class FoldersOverlap implements Rule {
  private static final String FILE = "file";

  @Override
  public Code code() {
    return Code.TM622;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    Map<Path, String> taken = new HashMap<>();
    compilation.checkpoint().ifPresent(folder -> taken.put(folder.normalize(), "the checkpoint"));
    for (SinkDefinition sink : compilation.sinks().values()) {
      Optional<Path> folder = folder(sink.connector().name(), sink.options());
      if (folder.isEmpty()) {
        continue;
      }
      Span place = sink.options().span("path");
      String owner = taken.putIfAbsent(folder.get(), "sink `" + sink.id() + "`");
      if (owner != null) {
        found.error(
            code(),
            place,
            "this is also the folder of " + owner,
            "give the sink a folder of its own");
      }
      compilation.sources().values().stream()
          .filter(source -> reads(source, folder.get()))
          .forEach(source -> reportLoop(source, place, found));
    }
  }

  private void reportLoop(SourceDefinition source, Span place, Diagnostics found) {
    found.error(
        code(),
        place,
        "source `" + source.request().id() + "` would read what this sink writes",
        "write to a folder outside of what the source reads");
  }

  private static Optional<Path> folder(String connector, Options options) {
    return connector.equals(FILE) ? options.path("path").map(Path::normalize) : Optional.empty();
  }

  private static boolean reads(SourceDefinition source, Path sink) {
    Optional<Path> read = folder(source.connector().name(), source.request().options());
    return read.isPresent()
        && (sink.equals(read.get())
            || source.request().options().flag("recursive", false) && sink.startsWith(read.get()));
  }
}
