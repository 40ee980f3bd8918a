package tidemark.operators.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.operators.builtin.body.Handed;
import tidemark.operators.connector.CommitFailure;
import tidemark.operators.connector.Outcome;
import tidemark.operators.connector.Sink;
import tidemark.operators.diagnostics.Code;

/** Servers whose certificate nobody vouches for. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private Path folder;

  @Test
  void nothingIsSentToAServerThatCannotShowWhoItIs() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(selfSigned()));
    server.createContext("/", request -> requests.incrementAndGet());
    server.start();
    try {
      String url = "https://localhost:" + server.getAddress().getPort() + "/rows";
      Map<String, Object> options = Handed.options("url", url, "retry_for", 0L);
      Sink sink = Handed.open(new HttpConnector(), options);
      CommitFailure failure = Handed.failure(sink, 1);
      assertThat(failure.outcome()).isEqualTo(Outcome.ABSENT);
      assertThat(failure.reason().code()).isEqualTo(Code.TM615);
      assertThat(failure.reason()).hasMessageContaining("there is no connection");
      assertThat(requests).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  private SSLContext selfSigned()
      throws IOException, GeneralSecurityException, InterruptedException {
    Path keys = folder.resolve("keys.p12");
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                tool,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-alias",
                "it",
                "-storetype",
                "PKCS12",
                "-keystore",
                keys.toString(),
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(made.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(keys)) {
      store.load(file, PASSWORD);
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }
}
