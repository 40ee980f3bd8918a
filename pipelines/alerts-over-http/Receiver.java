import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What a receiver of batches has to do: {@code java Receiver.java [PORT [FOLDER]]}. Each batch
 * becomes a file that is named after its key, in one step; one whose file is there was taken before,
 * and takes no effect again. Port 0 is any that is free; the address is printed.
 */
final class Receiver {
  private final Path folder;

  private Receiver(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 8090;
    Receiver receiver = new Receiver(Path.of(args.length > 1 ? args[1] : "alerts"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/alerts", receiver::handle);
    server.start();
    System.out.println("http://localhost:" + server.getAddress().getPort());
  }

  private void handle(HttpExchange request) throws IOException {
    try (request) {
      String key = request.getRequestHeaders().getFirst("Idempotency-Key");
      byte[] rows = request.getRequestBody().readAllBytes(); // unread, it breaks the answer
      boolean isRight = request.getRequestMethod().equals("POST") && key != null;
      if (isRight) {
        take(key.replaceAll("[^A-Za-z0-9_-]", "-"), rows);
      }
      request.sendResponseHeaders(isRight ? 204 : 400, -1);
    }
  }

  /** One request at a time, so that a key is looked for and written without another between. */
  private synchronized void take(String name, byte[] rows) throws IOException {
    Files.createDirectories(folder);
    Path batch = folder.resolve("batch-" + name + ".ndjson");
    if (Files.exists(batch)) {
      return;
    }
    Path aside = Files.write(folder.resolve("." + name), rows);
    Files.move(aside, batch, StandardCopyOption.ATOMIC_MOVE);
  }
}
