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
import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.KeyedTask;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;

/**
 * The processor of the example {@code user-sessions}, compiled from its source when it is asked
 * for.
 */
public final class ExampleProcessor implements KeyedProcessor {
  private static final Path SOURCES =
      Path.of(System.getProperty("tidemark.root", ".."))
          .toAbsolutePath()
          .normalize()
          .resolve("pipelines/user-sessions/src");

  /** Compiled once, as a user would. */
  private static final class Compiled {
    static final KeyedProcessor PROCESSOR = compiled();
  }

  /** The example's own class. */
  static KeyedProcessor compiledExample() {
    return Compiled.PROCESSOR;
  }

  private static KeyedProcessor compiled() {
    try {
      Path classes = Files.createTempDirectory("user-sessions");
      int failed =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  null,
                  null,
                  "-cp",
                  operators().toString(),
                  "-d",
                  classes.toString(),
                  SOURCES.resolve("UserSessions.java").toString());
      if (failed != 0) {
        throw new IllegalStateException("the example's source does not compile");
      }
      String services = "META-INF/services/" + KeyedProcessor.class.getName();
      Files.createDirectories(classes.resolve(services).getParent());
      Files.copy(SOURCES.resolve(services), classes.resolve(services));
      URLClassLoader loader =
          new URLClassLoader(
              new URL[] {classes.toUri().toURL()}, ExampleProcessor.class.getClassLoader());
      return ServiceLoader.load(KeyedProcessor.class, loader).stream()
          .filter(p -> p.type().getClassLoader() == loader)
          .findFirst()
          .orElseThrow()
          .get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the classes are that a processor is compiled against. */
  private static Path operators() {
    try {
      return Path.of(
          KeyedProcessor.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String name() {
    return "user_sessions";
  }

  @Override
  public ProcessorShape shape(ProcessorInput input) {
    return Compiled.PROCESSOR.shape(input);
  }

  @Override
  public KeyedTask open(ProcessorInput input) {
    return Compiled.PROCESSOR.open(input);
  }
}
