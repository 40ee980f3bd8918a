package tidemark.operators.builtin.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that does one thing wrong with every connection. */
final class BrokenServer implements AutoCloseable {
  /** What it does. */
  enum Fault {
    /** Hangs up before it has read anything. */
    DEAF,
    /** Reads the whole request and hangs up. */
    MUTE,
    /** Reads the whole request and says nothing, for ever. */
    SILENT,
    /** Says that it took the request, and hangs up in the middle of what it says more. */
    CUT_TEXT,
    /** Says that it took the request, and never ends what it says more. */
    ENDLESS_TEXT,
    /** Takes the request, and leaves the connection open though it was told to close it. */
    CLINGING,
    /** Answers in no protocol that is known. */
    BABBLING
  }

  /** Answers that say of each kind of text where it ends, and nothing of the connection. */
  static final List<String> COMPLETE =
      List.of(
          "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 204 No Content\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ntaken",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ntaken\r\n0\r\n\r\n");

  private final ServerSocket listening;
  private final Fault fault;
  private final AtomicInteger connections = new AtomicInteger();

  BrokenServer(Fault fault) throws IOException {
    this.fault = fault;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String url() {
    return "http://localhost:" + listening.getLocalPort() + "/rows";
  }

  int connections() {
    return connections.get();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "broken server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        int connection = connections.incrementAndGet();
        start(() -> serve(client, connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client, int connection) {
    try (client) {
      if (fault == Fault.DEAF) {
        return;
      }
      readRequest(client.getInputStream());
      OutputStream out = client.getOutputStream();
      switch (fault) {
        case MUTE, DEAF -> {}
        case SILENT -> {
          int unused = client.getInputStream().read(); // until the client has had enough
        }
        case CUT_TEXT -> write(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf");
        case ENDLESS_TEXT -> {
          write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          int unused = client.getInputStream().read();
        }
        case CLINGING -> {
          write(out, COMPLETE.get((connection - 1) % COMPLETE.size()));
          int unused = client.getInputStream().read();
        }
        case BABBLING -> write(out, "SSH-2.0-OpenSSH_9.6\r\n");
      }
    } catch (IOException e) {
      // the client hung up first
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Reads up to the end of the body, which has a length. */
  private static void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("the request ends early");
      }
      head.append((char) b);
    }
    String lower = head.toString().toLowerCase(java.util.Locale.ROOT);
    int at = lower.indexOf("content-length: ") + "content-length: ".length();
    int length = Integer.parseInt(lower.substring(at, lower.indexOf("\r\n", at)));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the body ends early");
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
