package tidemark.operators.builtin.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A server of this machine that is handed batches of lines, and keeps them with their keys. Where
 * there is a server behind it, that one is handed each batch too, and says whether it takes it.
 */
final class Receiver implements AutoCloseable {
  private static final Set<String> NOT_PASSED_ON =
      Set.of("host", "connection", "content-length", "user-agent", "http2-settings", "upgrade");

  private final String keyHeader;
  private final boolean isIdempotent;
  private final Optional<URI> behind;
  private final HttpServer server;
  private final Set<String> keys = new HashSet<>();
  private final List<String> lines = new ArrayList<>();

  /**
   * Starts it, at a port that is free.
   *
   * @param isIdempotent whether it does nothing with a key that it knows
   * @param behind the server that is asked before a batch is kept
   */
  Receiver(String keyHeader, boolean isIdempotent, Optional<URI> behind) throws IOException {
    this.keyHeader = keyHeader;
    this.isIdempotent = isIdempotent;
    this.behind = behind;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(status(exchange, body), -1);
    }
  }

  private synchronized int status(HttpExchange exchange, byte[] body) throws IOException {
    String key = String.valueOf(exchange.getRequestHeaders().getFirst(keyHeader));
    boolean isKnown = keys.contains(key);
    if (exchange.getRequestMethod().equals("GET")) {
      return isKnown ? 200 : 404;
    }
    if (isKnown && isIdempotent) {
      return 200;
    }
    int status = behind.isPresent() ? passOn(exchange, body, behind.get()) : 200;
    if (status >= 200 && status < 300) {
      keys.add(key);
      new String(body, StandardCharsets.UTF_8).lines().forEach(lines::add);
    }
    return status;
  }

  private static int passOn(HttpExchange exchange, byte[] body, URI behind) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(behind)
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return HttpClient.newHttpClient()
          .send(request.build(), BodyHandlers.discarding())
          .statusCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Hands over every line that it has kept. */
  synchronized void read(Consumer<String> line) {
    lines.forEach(line);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
