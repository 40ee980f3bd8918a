package tidemark.connectors.kafka;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A schema registry that knows the user {@code reader} and answers {@code GET /schemas/ids/N}. */
final class Registry implements AutoCloseable {
  static final String PASSWORD = "s3cr3t: #77";

  private static final String WANTED =
      "Basic "
          + Base64.getEncoder()
              .encodeToString(("reader:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  private final HttpServer server;
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger faults = new AtomicInteger();

  Registry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Registers an answer as it is given out. */
  void put(int number, String answer) {
    answers.put("/schemas/ids/" + number, answer);
  }

  /** Registers a schema of Avro. */
  void putSchema(int number, String schema) {
    put(number, "{\"schema\":\"" + schema.replace("\"", "\\\"") + "\"}");
  }

  /** Answers the next requests with an error of its own. */
  void failNext(int times) {
    faults.set(times);
  }

  /** The paths that were asked for. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    if (faults.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      send(exchange, 500, "{\"error_code\":50001,\"message\":\"not now\"}");
    } else if (!WANTED.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      send(exchange, 401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
    } else if (answers.containsKey(path)) {
      send(exchange, 200, answers.get(path));
    } else {
      send(exchange, 404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
