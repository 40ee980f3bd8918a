package tidemark.runner.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server that batches are sent to. It notes every one that comes, and lets those of the path
 * {@code /keyed} take effect once for each key, those of any other path each time.
 */
final class Hook implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, List<String>> rows = new TreeMap<>();
  private final List<String> taken = new ArrayList<>();
  private int refusals;
  private int cuts;

  Hook() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  /** Answers the next requests with 422. */
  synchronized void refuse(int times) {
    refusals = times;
  }

  /** Takes the next batches and hangs up. */
  synchronized void cut(int times) {
    cuts = times;
  }

  /** The rows that took effect at a path, sorted. */
  synchronized List<String> rows(String path) {
    return rows.getOrDefault(path, List.of()).stream().sorted().toList();
  }

  /** Whether a batch took effect. */
  synchronized boolean has(String key) {
    return taken.contains(key);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(taken.contains(key) ? 200 : 404, -1);
        return;
      }
      if (refusals > 0) {
        refusals--;
        exchange.sendResponseHeaders(422, -1);
        return;
      }
      if (!path.equals("/keyed") || !taken.contains(key)) {
        rows.computeIfAbsent(path, p -> new ArrayList<>()).addAll(body.lines().toList());
        taken.add(key);
      }
      if (cuts > 0) {
        cuts--;
        throw new UncheckedIOException(new IOException("cut"));
      }
      exchange.sendResponseHeaders(204, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
