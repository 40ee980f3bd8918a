package tidemark.runner.keyed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import javax.tools.ToolProvider;

/** Java code of an example pipeline, compiled from its source and found as a user's would be. */
final class CompiledExample {
  private CompiledExample() {}

  /** The service of an example, which has one class named {@code source}. */
  static <S> S of(String example, String source, Class<S> service) {
    Path sources =
        Path.of(System.getProperty("tidemark.root", ".."))
            .toAbsolutePath()
            .normalize()
            .resolve("pipelines/" + example + "/src");
    try {
      Path classes = Files.createTempDirectory(example);
      int failed =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  null,
                  null,
                  "-cp",
                  home(service).toString(),
                  "-d",
                  classes.toString(),
                  sources.resolve(source + ".java").toString());
      if (failed != 0) {
        throw new IllegalStateException("the example's source does not compile");
      }
      String services = "META-INF/services/" + service.getName();
      Files.createDirectories(classes.resolve(services).getParent());
      Files.copy(sources.resolve(services), classes.resolve(services));
      URLClassLoader loader =
          new URLClassLoader(
              new URL[] {classes.toUri().toURL()}, CompiledExample.class.getClassLoader());
      return ServiceLoader.load(service, loader).stream()
          .filter(p -> p.type().getClassLoader() == loader)
          .findFirst()
          .orElseThrow()
          .get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the classes are that the code is compiled against. */
  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
