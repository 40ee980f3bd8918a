package tidemark.runner.lint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.connector.Options;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Span;
import tidemark.operators.plan.LogicalPlan;
import tidemark.runner.compile.Compilation;
import tidemark.runner.compile.SourceDefinition;

/**
 * A folder that is written must be nobody else's, and no other one lie in it: sinks, dead letters
 * and the checkpoint refuse folders that hold what is not theirs. Nor may a source of the pipeline
 * read what is written there, which would be a loop (TM622, an error).
 */
final class FoldersOverlap implements Rule {
  private static final String FILE = "file";
  private static final String PATH = "path";

  /**
   * A folder that the pipeline writes.
   *
   * @param owner in words
   * @param place where the file names it
   */
  private record Written(String owner, Path folder, Span place) {}

  @Override
  public Code code() {
    return Code.TM622;
  }

  @Override
  public void check(Compilation compilation, LogicalPlan plan, Diagnostics found) {
    List<Written> all = written(compilation);
    for (int i = 0; i < all.size(); i++) {
      for (Written before : all.subList(0, i)) {
        hold(before, all.get(i), found);
      }
    }
    for (SourceDefinition source : compilation.sources().values()) {
      folder(source.connector().name(), source.request().options())
          .ifPresent(read -> all.forEach(written -> hold(source, read, written, found)));
    }
  }

  private static List<Written> written(Compilation compilation) {
    List<Written> all = new ArrayList<>();
    compilation
        .spec()
        .checkpoint()
        .ifPresent(c -> all.add(new Written("the checkpoint", c.value().normalize(), c.span())));
    compilation
        .sinks()
        .values()
        .forEach(
            sink -> add("sink `" + sink.id() + "`", sink.connector().name(), sink.options(), all));
    compilation
        .deadLetter()
        .ifPresent(d -> add("the dead letters", d.name().value(), d.options(), all));
    return all;
  }

  private static void add(String owner, String connector, Options options, List<Written> all) {
    folder(connector, options)
        .ifPresent(folder -> all.add(new Written(owner, folder, options.span(PATH))));
  }

  private static Optional<Path> folder(String connector, Options options) {
    return connector.equals(FILE) ? options.path(PATH).map(Path::normalize) : Optional.empty();
  }

  private void hold(Written before, Written now, Diagnostics found) {
    if (now.folder().equals(before.folder())) {
      report(now, "this is also the folder of " + before.owner(), found);
    } else if (now.folder().startsWith(before.folder())) {
      report(now, "this lies in the folder of " + before.owner(), found);
    } else if (before.folder().startsWith(now.folder())) {
      report(now, "the folder of " + before.owner() + " lies in this one", found);
    }
  }

  private void report(Written now, String message, Diagnostics found) {
    found.error(
        code(), now.place(), message, "give " + now.owner() + " a folder that is nobody else's");
  }

  private void hold(SourceDefinition source, Path read, Written written, Diagnostics found) {
    String name = "source `" + source.request().id() + "`";
    boolean below = source.request().options().flag("recursive", false);
    if (read.equals(written.folder()) || below && written.folder().startsWith(read)) {
      found.error(
          code(),
          written.place(),
          name + " would read the files of " + written.owner(),
          "write to a folder outside of what the source reads");
    } else if (read.startsWith(written.folder())) {
      found.error(
          code(),
          written.place(),
          name + " reads in this folder, which has to be that of " + written.owner() + " alone",
          "write to a folder without anything else in it");
    }
  }
}
