package tidemark.runner.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;

/** The program beside an example that takes what its pipeline sends, in a process of its own. */
record ExampleReceiver(Process process, String url) implements AutoCloseable {
  /** Starts it over the folder of an example, at any port that is free. */
  static ExampleReceiver start(Path example) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(java, "Receiver.java", "0", "out/alerts")
            .directory(example.toFile())
            .redirectErrorStream(true)
            .start();
    BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
    String url = printed.readLine();
    Assertions.assertThat(url).startsWith("http://localhost:");
    return new ExampleReceiver(process, url);
  }

  @Override
  public void close() {
    Process unused = process.destroyForcibly();
  }
}
