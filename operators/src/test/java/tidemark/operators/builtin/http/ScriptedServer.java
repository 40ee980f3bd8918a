package tidemark.operators.builtin.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server that takes batches and knows them by their key. It answers what it is told to, by turns,
 * and then 200.
 */
final class ScriptedServer implements AutoCloseable {
  /** A request that came: what it asked for, its headers in small letters, and its body. */
  record Seen(String method, String path, Map<String, String> headers, ByteBuffer body) {
    String text() {
      return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    }
  }

  /** An answer; a status below 0 cuts the connection without one. */
  record Answer(int status, String text, Map<String, String> headers, boolean takes) {}

  private final HttpServer server;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Map<String, String> taken = new ConcurrentHashMap<>();
  private final List<String> rows = new CopyOnWriteArrayList<>();
  private volatile boolean knowsKeys = true;

  ScriptedServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  /** From now on a batch takes effect each time it comes. */
  void forgetKeys() {
    knowsKeys = false;
  }

  void answers(int status, String text) {
    answers.add(new Answer(status, text, Map.of(), false));
  }

  void answers(Answer answer) {
    answers.add(answer);
  }

  /** Takes the next batch and cuts the connection instead of answering. */
  void takesAndCuts() {
    answers.add(new Answer(-1, "", Map.of(), true));
  }

  /** Cuts the connection at the next batch, which does not take effect. */
  void cuts() {
    answers.add(new Answer(-1, "", Map.of(), false));
  }

  List<Seen> seen() {
    return seen;
  }

  /** What took effect, in order. */
  List<String> rows() {
    return rows;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, String> headers = new TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach(
              (name, texts) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), texts.get(0)));
      Seen request =
          new Seen(
              exchange.getRequestMethod(),
              exchange.getRequestURI().getRawPath(),
              headers,
              ByteBuffer.wrap(exchange.getRequestBody().readAllBytes()));
      seen.add(request);
      Answer answer = answers.poll();
      if (answer == null && request.method().equals("GET")) {
        boolean isThere = taken.containsKey(headers.get("idempotency-key"));
        answer = new Answer(isThere ? 200 : 404, "", Map.of(), false);
      }
      if (answer == null) {
        answer = new Answer(200, "", Map.of(), true);
      }
      if (answer.takes()) {
        take(request);
      }
      answer(exchange, answer);
    }
  }

  private void take(Seen request) {
    String key = request.headers().getOrDefault("idempotency-key", "");
    if (taken.put(key, request.text()) == null || !knowsKeys) {
      rows.addAll(request.text().lines().toList());
    }
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    if (answer.status() < 0) {
      throw new UncheckedIOException(new IOException("cut")); // the server closes the connection
    }
    answer.headers().forEach((name, text) -> exchange.getResponseHeaders().set(name, text));
    byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), text.length == 0 ? -1 : text.length);
    if (text.length > 0) {
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
