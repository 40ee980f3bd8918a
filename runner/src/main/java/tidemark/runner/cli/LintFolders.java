package tidemark.runner.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.yaml.SourceBytes;

/**
 * The pipeline files and test suites in a folder and below, by path. Hidden folders, and those that
 * builds make, are left out; of other YAML files only those are taken that say {@code pipeline:} at
 * the start of a line.
 */
final class LintFolders {
  private static final List<String> BUILT = List.of("target", "build", "node_modules");

  private LintFolders() {}

  static boolean isSuite(String file) {
    return file.endsWith(".test.yaml") || file.endsWith(".test.yml");
  }

  /**
   * The files that are named, and those of the folders that are.
   *
   * @throws ParameterException if a folder has none
   */
  static List<String> named(ParseResult arguments) {
    List<String> names = new ArrayList<>();
    for (String name : arguments.matchedPositionalValue(0, List.<String>of())) {
      if (!Files.isDirectory(Path.of(name))) {
        names.add(name);
        continue;
      }
      List<Path> below = files(Path.of(name));
      if (below.isEmpty()) {
        throw Options.bad(
            arguments, "There is no pipeline file and no test suite in '%s'".formatted(name));
      }
      below.forEach(file -> names.add(file.toString()));
    }
    return names;
  }

  private static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    try {
      // A folder that is a link is walked as what it links to, under the name that it was given.
      Path real = folder.toRealPath();
      Files.walkFileTree(real, new Walk(real, files));
      files.replaceAll(file -> folder.resolve(real.relativize(file)));
    } catch (IOException e) {
      throw new Failure(
          Code.TM115, "the folder %s cannot be read".formatted(folder), "check its rights", e);
    }
    files.sort(null);
    return files;
  }

  /** Collects the files. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path top;
    private final List<Path> files;

    Walk(Path top, List<Path> files) {
      this.top = top;
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      Path name = folder.getFileName();
      boolean left =
          !folder.equals(top)
              && name != null
              && (name.toString().startsWith(".") || BUILT.contains(name.toString()));
      return left ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      String name = file.getFileName().toString();
      boolean yaml = !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml"));
      if (yaml && (isSuite(name) || saysPipeline(file))) {
        files.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    private static boolean saysPipeline(Path file) throws IOException {
      String text = new String(SourceBytes.read(file), StandardCharsets.UTF_8);
      return text.startsWith("pipeline:") || text.contains("\npipeline:");
    }
  }
}
